import type { C2paIngredient, C2paReport, C2paTrustList } from '@assay/media/c2pa/c2pa-report';
import { readC2pa } from '@assay/media/c2pa/read-c2pa';
import { captureTypes, classifyFinding, judgeManifest } from './judgement.ts';
import { judgeSignedDocument } from './signed-document.ts';
import { judgeSignedImage } from './signed-image.ts';
import { finding, notApplicable } from '../../check/check-result.ts';
import type { Check, CheckResult, JsonObject, Subject } from '../../check/check.ts';
import { manifest } from './manifest.ts';

const limits = [
  'Any program that saves the file without support for Content Credentials removes them; their absence says nothing.',
  'A program that edits only tags or other metadata of a signed file changes the file too, and its content no longer matches.',
  'A valid signature shows who vouched for the file, not that what it shows, plays or states is true.',
];

/** Validates Content Credentials. `trustList` names the signers that are trusted; without it none is. */
export function createCheck(trustList?: C2paTrustList): Check {
  return { ...manifest, run: (subject) => validate(subject, trustList) };
}

async function validate(subject: Subject, trustList: C2paTrustList | undefined): Promise<CheckResult> {
  const options = trustList === undefined ? {} : { trustList };
  const report = await readC2pa(subject.bytes, subject.mimeType, options);
  const facts = listFacts(report);
  if (!report.present || isUnchecked(report)) return notApplicable(manifest, describeAbsence(report), facts);
  const followed = (await judgeSignedDocument(subject, report)) ?? (await judgeSignedImage(subject, report));
  if (followed === null)
    return finding(manifest, {
      ...judgeManifest(report),
      facts: { ...facts, finding: classifyFinding(report) },
      limits,
    });
  const { integrity, locations, searched } = followed;
  return finding(manifest, {
    ...judgeManifest(report, integrity),
    facts: { ...facts, ...followed.facts, finding: classifyFinding(report, integrity) },
    limits,
    ...(locations.length > 0 ? { locations } : {}),
    ...(searched === undefined ? {} : { searched }),
  });
}

/** Returns true for a manifest that is there and was not validated, since the file is too large for that. */
function isUnchecked({ state, integrity, problem }: C2paReport): boolean {
  return state === 'inconclusive' && integrity === 'not_checked' && problem !== null;
}

function describeAbsence(report: C2paReport): string {
  switch (report.state) {
    case 'absent':
      return 'the file carries no Content Credentials';
    case 'remote':
      return 'its Content Credentials are stored elsewhere, and this check does not use the network';
    case 'unsupported':
      return 'Content Credentials are not defined for this kind of file';
    default:
      return report.problem?.startsWith('not validated: ') === true
        ? `Content Credentials were ${report.problem}`
        : 'the file could not be searched for Content Credentials';
  }
}

function listFacts(report: C2paReport): JsonObject {
  const { signer, claims } = report;
  return {
    state: report.state,
    integrity: report.integrity,
    trust: report.trust,
    wellFormed: report.wellFormed,
    claim: classifyClaim(report),
    specVersion: report.specVersion,
    validator: report.validator,
    trustListVersion: report.trustListVersion,
    signer: signer === null ? null : { ...signer },
    failureCodes: report.failureCodes,
    claimGenerator: claims?.claimGenerator ?? null,
    actions: claims?.actions.map((action) => ({ ...action })) ?? [],
    digitalSourceTypes: claims?.digitalSourceTypes ?? [],
    componentSourceTypes: claims?.componentSourceTypes ?? [],
    ingredients: claims?.ingredients.map(toFacts) ?? [],
    remoteManifestUrl: report.remoteManifestUrl,
  };
}

/** Returns the kind of origin that the manifest claims, whoever says it: the fourth of the four answers. */
function classifyClaim({ claims }: C2paReport): string {
  if (claims === null) return 'none';
  const types = [...claims.digitalSourceTypes, ...claims.componentSourceTypes];
  if (types.includes('trainedAlgorithmicMedia') || types.includes('compositeWithTrainedAlgorithmicMedia'))
    return 'ai';
  if (types.some((type) => captureTypes.has(type))) return 'capture';
  return claims.actions.length > 0 || claims.ingredients.length > 0 ? 'edit' : 'none';
}

function toFacts(ingredient: C2paIngredient): JsonObject {
  return { ...ingredient, ingredients: ingredient.ingredients.map(toFacts) };
}
