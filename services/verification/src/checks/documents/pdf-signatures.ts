import { readPdfStructure } from '@assay/media/pdf/read-pdf-structure';
import type { PdfSignature } from '@assay/media/pdf/read-signature';
import { finding, notApplicable } from '../check-result.ts';
import type { Check, CheckResult, Subject } from '../check.ts';
import { likelihoodRatios } from '../likelihood-ratios.ts';
import { readChangesSince, weighChanges } from './changes-since.ts';
import type { ChangesSince } from './changes-since.ts';
import { openSubjectPdf } from './open-subject-pdf.ts';
import { mostTelling, stateDifference } from './revision-text/difference-facts.ts';
import { readsDifferently, sinceFacts, sinceLocations } from './revision-text/since-signing.ts';

const identity = {
  slug: 'pdf-signatures',
  version: '3',
  kind: 'structural',
  searchesFor: ['changed-after-signing'],
  criterion: 'provenance',
} as const;

const limits = [
  'It tells what the signatures cover; it does not verify them, nor who signed.',
  'Content that was prepared before signing so that it can be shown later is found where it was covered, on a layer, or given other words or fonts; not where a program of the document shows it.',
];

/**
 * Compares what each signature covers (its ByteRange, ISO 32000-2 §12.8.1) with what was appended behind it (Mladenov et al.,
 * 1 Trillion Dollar Refund, CCS 2019; Mainka et al., Shadow Attacks, NDSS 2021). Later signatures, time stamps, validation data,
 * form fields and comments are lawful.
 */
export const pdfSignatures: Check = { ...identity, run: readSignatures };

async function readSignatures(subject: Subject): Promise<CheckResult> {
  const { pdf, reason } = openSubjectPdf(subject);
  if (pdf === null) return notApplicable(identity, reason);
  const structure = readPdfStructure(pdf);
  const signatures = structure.signatures.filter(
    ({ kind, isCurrent }) => kind !== 'usage_rights' && isCurrent,
  );
  if (signatures.length === 0) return notApplicable(identity, 'the document bears no signature');
  const lastSigned = Math.max(-1, ...signatures.map(({ coveredRevision }) => coveredRevision ?? -1));
  const coverage: Coverage = {
    signatures,
    uncovered: signatures.filter(({ coveredRevision }) => coveredRevision === undefined),
    ...(await readChangesSince(pdf, lastSigned)),
  };
  const { read } = coverage;
  const row = weighChanges(coverage) ?? (coverage.uncovered.length > 0 ? 'signature-without-cover' : null);
  return finding(identity, {
    llrManipulated: row === null ? 0 : likelihoodRatios[row].llr,
    statement: describe(coverage, structure.revisions.length - 1 - lastSigned),
    facts: {
      signatures: signatures.map(({ kind, byteRange, revision, coveredRevision }) => ({
        kind,
        byteRange: [...byteRange].slice(0, 8),
        writtenBySave: revision + 1,
        coversSave: coveredRevision === undefined ? null : coveredRevision + 1,
      })),
      revisionCount: structure.revisions.length,
      savesAfterLastSignature: lastSigned < 0 ? null : structure.revisions.length - 1 - lastSigned,
      fontsReplacedAfterSigning: coverage.replacedFonts,
      ...sinceFacts(read),
    },
    limits,
    locations: sinceLocations(read),
  });
}

interface Coverage extends ChangesSince {
  readonly signatures: readonly PdfSignature[];
  readonly uncovered: readonly PdfSignature[];
}

function describe(
  { signatures, uncovered, changedLater, replacedFonts, read }: Coverage,
  savesAfter: number,
): string {
  const count = signatures.length === 1 ? 'a signature' : `${String(signatures.length)} signatures`;
  const difference = mostTelling(read.differences);
  const instance = difference?.of === 'text' ? ` ${stateDifference(difference, 'then')}` : '';
  if (changedLater)
    return `The document bears ${count}, and content of its pages was replaced after the last of them: what is shown is not what was signed.${instance}`;
  if (readsDifferently(read))
    return `The document bears ${count}, and its pages read differently since the last of them: what is shown is not what was signed.${instance}`;
  if (read.uncovered.length > 0)
    return `The document bears ${count}; text that was covered or hidden when the last of them was made is seen since, as after removing a note that lay on it, or as it was prepared for.`;
  if (replacedFonts > 0)
    return `The document bears ${count}; fonts of its pages were written anew after the last of them, so that the same text may look other than it did.`;
  if (uncovered.length > 0)
    return `The document bears ${count}, ${nameUncovered(signatures, uncovered)} no state of the file, as after another program wrote the file anew, or somebody changed what was signed.`;
  return savesAfter === 0
    ? `The document bears ${count}; the last covers all of the file.`
    : `The document bears ${count}; what was appended later replaced no content of a page.`;
}

function nameUncovered(
  { length: all }: readonly PdfSignature[],
  { length: some }: readonly PdfSignature[],
): string {
  if (all === 1) return 'which covers';
  return some === 1 ? 'one of which covers' : `${String(some)} of which cover`;
}
