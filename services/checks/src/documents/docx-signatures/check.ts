import { docxType } from '@assay/media/sniff/office-types';
import type { PackageSignature, PackageSignatures } from '@assay/media/docx/signature/package-signature';
import { readPackageSignatures } from '@assay/media/docx/signature/read-package-signatures';
import { finding, forOtherType, notApplicable } from '../../check/check-result.ts';
import type { Check, CheckResult, JsonObject, Subject } from '../../check/check.ts';
import { likelihoodRatios } from '../../likelihood/likelihood-ratios.ts';
import { stateAbsence, stateLeftOut } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { manifest } from './manifest.ts';

const limits = [
  'Whether the certificate of the signer is to be trusted, was valid then, or was revoked is not checked; anybody can make one of any name.',
  'The time of signing is what the signer’s computer said.',
];

/** What Office leaves unsigned by design: properties, and what lists the parts. */
const administrative = /^(?:docProps\/|\[Content_Types\]\.xml$|_rels\/|.*\.rels$)/i;
const maxShown = 40;

/**
 * Verifies the signatures of a Word document and states apart: integrity, whether what was signed is unchanged; coverage,
 * which parts were signed; trust, which is not checked; and the claim, who says to have signed when.
 */
export const check: Check = { ...manifest, run: verifySignatures };

async function verifySignatures({ path, mimeType }: Subject): Promise<CheckResult> {
  if (mimeType !== docxType) return forOtherType(manifest, 'the file is not a DOCX document');
  const read = await readPackageSignatures(path).catch(() => null);
  if (read === null) return notApplicable(manifest, 'its signatures cannot be read');
  if (read.signatures.length === 0) return notApplicable(manifest, 'the document bears no signature');
  const row = rowOf(read.signatures);
  const searched = countVerified(read);
  const sentences = [
    ...stateIntegrity(read.signatures, searched),
    ...stateCoverage(read, searched),
    stateClaim(read.signatures),
    ...stateLeftOut(searched),
  ];
  return finding(manifest, {
    llrManipulated: row === null ? 0 : likelihoodRatios[row].llr,
    statement: [...new Set(sentences)].join(' '),
    facts: {
      signatures: read.signatures.map((signature) => factsOf(signature)),
      unsignedParts: unsignedParts(read).slice(0, maxShown),
    },
    limits,
    searched,
  });
}

/** Signatures within the limit, those that could be verified, listed parts within the limit, and those that could be verified. */
type VerifiedParts = [SearchedPart, SearchedPart, SearchedPart, SearchedPart];

/** Counts the signatures and the parts they list by what could be verified of them, within the limits and beyond. */
function countVerified({ signatures, signatureCount }: PackageSignatures): VerifiedParts {
  const sum = (count: (signature: PackageSignature) => number): number =>
    signatures.reduce((total, signature) => total + count(signature), 0);
  const listed = sum(({ partCount }) => partCount);
  const read = sum(({ parts }) => parts.length);
  const known = sum(({ parts }) => parts.filter(({ agreement }) => agreement !== 'unknown').length);
  const judged = signatures.filter(({ value, lists }) => value !== 'unknown' && lists !== 'unknown').length;
  return [
    { unit: 'signature', total: signatureCount, searched: signatures.length, why: 'limit' },
    { unit: 'signature', total: signatures.length, searched: judged, why: 'unreadable' },
    { unit: 'signed part', total: listed, searched: read, why: 'limit' },
    { unit: 'signed part', total: read, searched: known, why: 'unreadable' },
  ];
}

function rowOf(signatures: readonly PackageSignature[]): keyof typeof likelihoodRatios | null {
  if (signatures.some((signature) => changedParts(signature).length > 0)) return 'signed-part-changed';
  const isOpen = signatures.some(({ value, lists }) => value === 'differs' || lists === 'differs');
  return isOpen || signatures.some(hasChangedSelection) ? 'package-signature-mismatch' : null;
}

/** Parts that were signed byte by byte and are others now. */
function changedParts({ parts }: PackageSignature): string[] {
  return parts
    .filter(({ agreement, isWhole }) => (agreement === 'differs' && isWhole) || agreement === 'missing')
    .map(({ name }) => name);
}

function hasChangedSelection({ parts }: PackageSignature): boolean {
  return parts.some(({ agreement, isWhole }) => agreement === 'differs' && !isWhole);
}

function stateIntegrity(signatures: readonly PackageSignature[], searched: VerifiedParts): string[] {
  const count = signatures.length === 1 ? 'a signature' : `${String(signatures.length)} signatures`;
  const changed = [...new Set(signatures.flatMap(changedParts))];
  if (changed.length > 0)
    return [
      `The document bears ${count}, and what was signed is not what it holds: ${changed.slice(0, 4).join(', ')} ${changed.length === 1 ? 'was' : 'were'} changed or removed since.`,
    ];
  if (rowOf(signatures) !== null)
    return [`The document bears ${count}, and what lists the signed parts does not agree with it.`];
  return [`The document bears ${count}.`, ...stateAbsence(searched, 'All that was signed is unchanged.')];
}

/** Parts that a list beyond the limit may name are not called unsigned. */
function stateCoverage(read: PackageSignatures, searched: VerifiedParts): string[] {
  const [signatures, , listed] = searched;
  const unsigned = unsignedParts(read).filter((name) => !administrative.test(name));
  const more = unsigned.length > 4 ? ` and ${String(unsigned.length - 4)} more parts` : '';
  return unsigned.length === 0
    ? stateAbsence(searched, 'All parts of its content are signed.')
    : stateAbsence([signatures, listed], `Not signed are ${unsigned.slice(0, 4).join(', ')}${more}.`);
}

function unsignedParts({ signatures, partNames }: PackageSignatures): string[] {
  const signed = new Set(signatures.flatMap(({ parts }) => parts.map(({ name }) => name.toLowerCase())));
  return partNames.filter((name) => !signed.has(name.toLowerCase()));
}

function stateClaim(signatures: readonly PackageSignature[]): string {
  const [first] = signatures;
  if (first?.certificate == null) return 'It brings no certificate of its signer.';
  const { subject, isSelfIssued } = first.certificate;
  const time = first.statedTime === null ? '' : `, on ${first.statedTime}`;
  const by = isSelfIssued ? 'a certificate that it issued itself' : 'a certificate that was not checked';
  return `Its signer calls itself ${subject}${time}, by ${by}.`;
}

/** Four facts, which say nothing of each other. */
function factsOf(signature: PackageSignature): JsonObject {
  const { name, value, lists, parts, certificate, statedTime } = signature;
  const withState = (state: string): string[] =>
    parts.filter(({ agreement }) => agreement === state).map((part) => part.name);
  return {
    name,
    integrity: {
      value,
      lists,
      changedParts: withState('differs').slice(0, maxShown),
      missingParts: withState('missing').slice(0, maxShown),
      unverifiedParts: withState('unknown').slice(0, maxShown),
    },
    coverage: { signedParts: parts.length },
    trust: 'not checked',
    claim: { certificate: certificate === null ? null : { ...certificate }, statedTime },
  };
}
