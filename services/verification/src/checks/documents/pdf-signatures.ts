import { readRevisionChanges } from '@assay/media/pdf/revision-changes';
import { readPdfStructure } from '@assay/media/pdf/read-pdf-structure';
import type { PdfSignature } from '@assay/media/pdf/read-signature';
import { finding, notApplicable } from '../check-result.ts';
import type { Check, CheckResult, Subject } from '../check.ts';
import { likelihoodRatios } from '../likelihood-ratios.ts';
import { openSubjectPdf } from './open-subject-pdf.ts';

const identity = {
  slug: 'pdf-signatures',
  version: '1',
  kind: 'structural',
  searchesFor: ['changed-after-signing'],
  criterion: 'provenance',
} as const;

const limits = [
  'It tells what the signatures cover; it does not verify them, nor who signed.',
  'Content that was prepared before signing so that it can be shown or hidden later is not found.',
];

/** Replaced after signing, these change what a reader sees; the others are lawful (ISO 32000-2 §12.8.2.2). */
const visibleParts = ['page content', 'picture'] as const;

/**
 * Compares what each signature covers (its ByteRange, ISO 32000-2 §12.8.1) with what was appended behind it (Mladenov et al.,
 * 1 Trillion Dollar Refund, CCS 2019; Mainka et al., Shadow Attacks, NDSS 2021). Later signatures, time stamps, validation data,
 * form fields and comments are lawful.
 */
export const pdfSignatures: Check = { ...identity, run: (subject) => Promise.resolve(examine(subject)) };

function examine(subject: Subject): CheckResult {
  const { pdf, reason } = openSubjectPdf(subject);
  if (pdf === null) return notApplicable(identity, reason);
  const structure = readPdfStructure(pdf);
  const signatures = structure.signatures.filter(
    ({ kind, isCurrent }) => kind !== 'usage_rights' && isCurrent,
  );
  if (signatures.length === 0) return notApplicable(identity, 'the document bears no signature');
  const lastSigned = Math.max(-1, ...signatures.map(({ coveredRevision }) => coveredRevision ?? -1));
  const later = readRevisionChanges(pdf).filter(
    ({ revision, replaced }) =>
      lastSigned >= 0 && revision > lastSigned && visibleParts.some((part) => (replaced[part] ?? 0) > 0),
  );
  const uncovered = signatures.filter(({ coveredRevision }) => coveredRevision === undefined);
  const row =
    later.length > 0
      ? 'document-changed-after-signing'
      : uncovered.length > 0
        ? 'signature-without-cover'
        : null;
  return finding(identity, {
    llrManipulated: row === null ? 0 : likelihoodRatios[row].llr,
    statement: describe(
      { signatures, uncovered, changedLater: later.length > 0 },
      structure.revisions.length - 1 - lastSigned,
    ),
    facts: {
      signatures: signatures.map(({ kind, byteRange, revision, coveredRevision }) => ({
        kind,
        byteRange: [...byteRange].slice(0, 8),
        writtenBySave: revision + 1,
        coversSave: coveredRevision === undefined ? null : coveredRevision + 1,
      })),
      revisionCount: structure.revisions.length,
      savesAfterLastSignature: lastSigned < 0 ? null : structure.revisions.length - 1 - lastSigned,
    },
    limits,
  });
}

interface Coverage {
  readonly signatures: readonly PdfSignature[];
  readonly uncovered: readonly PdfSignature[];
  readonly changedLater: boolean;
}

function describe({ signatures, uncovered, changedLater }: Coverage, savesAfter: number): string {
  const count = signatures.length === 1 ? 'a signature' : `${String(signatures.length)} signatures`;
  if (changedLater)
    return `The document bears ${count}, and content of its pages was replaced after the last of them: what is shown is not what was signed.`;
  if (uncovered.length > 0)
    return `The document bears ${count}, of which ${String(uncovered.length)} cover no complete state of the file.`;
  return savesAfter === 0
    ? `The document bears ${count}; the last covers all of the file.`
    : `The document bears ${count}; what was appended later replaced no content of a page.`;
}
