import type { C2paClaims, C2paReport } from '@assay/media/c2pa/c2pa-report';
import type { CheckResult } from '../../check/check.ts';
import { likelihoodRatios } from '../../likelihood/likelihood-ratios.ts';
import { declaredEdits, isHarmless } from './actions.ts';

type Judgement = Pick<
  CheckResult,
  'llrManipulated' | 'llrSynthetic' | 'llrAuthentic' | 'authenticBasis' | 'statement'
>;
type Row = keyof typeof likelihoodRatios;

/** IPTC kinds of source that a camera writes. */
export const captureTypes: ReadonlySet<string> = new Set([
  'digitalCapture',
  'computationalCapture',
  'compositeCapture',
]);
const aiType = 'trainedAlgorithmicMedia';
const maxNamedEdits = 8;
/** A file that was created without content, to place something in (C2PA 2.2 §18.15.3). */
const emptyType = 'empty';
const aiEditType = 'compositeWithTrainedAlgorithmicMedia';
/** The judgement on whether the file is as it was signed: its weight, null for none, and a sentence. */
export interface IntegrityJudgement {
  readonly row: Row | null;
  readonly sentence: string;
}

/** Begins what is said of content that no longer matches. */
export const changedSentence =
  'The file was changed after it was signed: its bytes no longer match its signed Content Credentials.';

/**
 * Weighs a manifest that is there. Integrity, trust and claims are weighed apart: an untrusted signer is no sign of
 * tampering, an AI label counts whoever signed it, and a camera claim counts only from a trusted signer.
 */
export function judgeManifest(
  report: C2paReport,
  { row: integrity, sentence }: IntegrityJudgement = judgeIntegrity(report),
): Judgement {
  const ai = aiRow(report);
  const capture = isTrustedCapture(report) ? likelihoodRatios['trusted-capture'].llr : 0;
  return {
    llrManipulated: Math.max(weight('manipulated', integrity), weight('manipulated', ai)),
    llrSynthetic: weight('synthetic', ai),
    llrAuthentic: capture,
    authenticBasis: capture > 0 ? 'trusted-capture' : null,
    statement: joinSentences(sentence, report, { ai, integrity }),
  };
}

/** The words of the signer of an intact manifest who declares an AI model come first; anybody may have written those of another. */
function joinSentences(integrity: string, report: C2paReport, rows: Rows): string {
  const claim = claimSentence(report, rows);
  const isQuoted = rows.ai !== null && report.integrity === 'intact';
  return (isQuoted ? [claim, integrity] : [integrity, claim]).filter((part) => part !== '').join(' ');
}

/** The finding of a manifest that the headline of a report names. */
export type CredentialFinding = 'changed-after-signing' | 'credentials-changed' | 'declared-ai' | null;

/** Classifies a judged manifest by the finding that a reader has to know first. */
export function classifyFinding(
  report: C2paReport,
  { row }: IntegrityJudgement = judgeIntegrity(report),
): CredentialFinding {
  if (row === 'manifest-mismatch') return 'credentials-changed';
  if (row !== null) return 'changed-after-signing';
  return aiRow(report) !== null && report.integrity === 'intact' ? 'declared-ai' : null;
}

function weight(proposition: 'manipulated' | 'synthetic', row: Row | null): number {
  return row !== null && likelihoodRatios[row].proposition === proposition ? likelihoodRatios[row].llr : 0;
}

/**
 * Readers and writers before 2.0 disagreed on which bytes of the file are hashed. The signature and the hashes of the
 * assertions are computed the same way in every version.
 */
function integrityRow(report: C2paReport): Row | null {
  const mismatches = report.failureCodes.filter(
    (code) => code.endsWith('.mismatch') && !code.startsWith('timeStamp.'),
  );
  const content = mismatches.filter(isContentHash);
  const others = mismatches.filter((code) => !isContentHash(code));
  if (content.length > 0 && report.specVersion === '2.x')
    return report.isMediaChanged ? 'content-hash-mismatch' : 'content-hash-alone';
  if (others.some((code) => !code.startsWith('ingredient.'))) return 'manifest-mismatch';
  return mismatches.length > 0 ? 'open-mismatch' : null;
}

function judgeIntegrity(report: C2paReport): IntegrityJudgement {
  const row = integrityRow(report);
  return { row, sentence: integritySentence(report, row) };
}

/** Returns true when the content does not match and nothing else of the active manifest is at fault. */
export function isOnlyContentChanged({ failureCodes }: C2paReport): boolean {
  const mismatches = failureCodes.filter(
    (code) => code.endsWith('.mismatch') && !/^(timeStamp|ingredient)\./.test(code),
  );
  return mismatches.length > 0 && mismatches.every(isContentHash);
}

function isContentHash(code: string): boolean {
  return /^assertion\.(data|bmff|boxes|box|collection|multiAsset)Hash\.mismatch$/.test(code);
}

/** A model that made the image, or one that changed an image that was there before. */
function aiRow({ claims }: C2paReport): Row | null {
  if (claims === null) return null;
  const types = claims.digitalSourceTypes;
  if (types.includes(aiType)) {
    const own = claims.actions.filter((action) => action.digitalSourceType?.endsWith(`/${aiType}`) === true);
    const onlyEdits = own.length > 0 && own.every((action) => action.action !== 'c2pa.created');
    const hasCapture = types.some((type) => captureTypes.has(type));
    return onlyEdits || hasCapture ? 'declared-ai-edit' : 'declared-ai-origin';
  }
  if (onlyShowsAiComponent(claims)) return 'declared-ai-origin';
  return types.includes(aiEditType) || claims.componentSourceTypes.includes(aiType)
    ? 'declared-ai-edit'
    : null;
}

/** A generated image that was placed in an empty file and stored: nothing else is in it. */
function onlyShowsAiComponent(claims: C2paClaims): boolean {
  const isOnly =
    claims.componentSourceTypes.length > 0 && claims.componentSourceTypes.every((type) => type === aiType);
  return (
    isOnly &&
    claims.ingredients.length === 1 &&
    claims.digitalSourceTypes.every((type) => type === emptyType) &&
    claims.actions.every(({ action }) => isHarmless(action) || action === 'c2pa.placed')
  );
}

/** Only the device's own manifest counts: of an edited file's earlier manifests the steps between are not known. */
function isTrustedCapture({ state, claims }: C2paReport): boolean {
  if (state !== 'trusted' || claims === null) return false;
  const captured = claims.actions.some(
    ({ action, digitalSourceType }) =>
      action === 'c2pa.created' && captureTypes.has(digitalSourceType?.split('/').at(-1) ?? ''),
  );
  return captured && claims.actions.every(({ action }) => isHarmless(action));
}

function integritySentence(report: C2paReport, row: Row | null): string {
  switch (row) {
    case 'content-hash-mismatch':
      return `${changedSentence} The hash that does not match is that of the media data.`;
    case 'content-hash-alone':
      return `${changedSentence} That says that bytes were changed, not which.`;
    case 'manifest-mismatch':
      return 'The file or its Content Credentials were changed after they were signed: what was vouched for does not match its signature.';
    case 'open-mismatch':
      return openSentence(report);
    default:
      return intactSentence(report);
  }
}

function openSentence({ failureCodes }: C2paReport): string {
  return failureCodes.some(isContentHash)
    ? 'The Content Credentials do not match the content of the file, but they are of a version before 2.0, of which programs hashed different parts of a file; that leaves open whether it was changed.'
    : 'The Content Credentials of a file that this one was made from do not match; that leaves open whether this one was changed.';
}

/** Returns the name of the signer, or words for one without a name. */
export function nameSigner({ signer }: C2paReport): string {
  return signer?.issuer ?? signer?.commonName ?? 'an unnamed signer';
}

function intactSentence(report: C2paReport): string {
  const signer = nameSigner(report);
  if (report.state === 'trusted')
    return `The Content Credentials are intact and signed by ${signer}, which is trusted.`;
  if (report.integrity === 'intact') {
    return `The Content Credentials are intact since ${signer} signed them, but the signer is not confirmed as trusted.`;
  }
  if (report.bindsFragments)
    return 'The Content Credentials bind the fragments of the recording one by one, which could not be validated in one file; that is no sign of tampering.';
  return 'The file carries Content Credentials that could not be fully validated; that is no sign of tampering.';
}

interface Rows {
  readonly ai: Row | null;
  readonly integrity: Row | null;
}

function claimSentence(report: C2paReport, { ai, integrity }: Rows): string {
  const declarer =
    report.integrity === 'intact' ? `Its signer, ${nameSigner(report)}, declares` : 'They declare';
  if (ai === 'declared-ai-origin') return `${declarer} that an AI model made this.`;
  if (ai === 'declared-ai-edit') return `${declarer} that parts of it were made with an AI model.`;
  if (isTrustedCapture(report))
    return 'They say that a device recorded this and that nothing was edited since.';
  const claimsCamera = report.claims?.digitalSourceTypes.some((type) => captureTypes.has(type)) === true;
  const edits = editSentence(report);
  if (!claimsCamera || report.state === 'trusted' || integrity !== null) return edits;
  return `They claim a camera as origin, which without a trusted signer is worth almost nothing. ${edits}`.trim();
}

/** A declared edit is no sign of tampering, but a reader must know of it. */
function editSentence({ claims }: C2paReport): string {
  const edits = claims === null ? [] : declaredEdits(claims);
  return edits.length === 0
    ? ''
    : `They declare what was done to it: ${edits.slice(0, maxNamedEdits).join(', ')}.`;
}
