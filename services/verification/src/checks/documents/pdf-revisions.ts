import { readRevisionChanges } from '@assay/media/pdf/revision-changes';
import type { PdfPart, RevisionChange } from '@assay/media/pdf/revision-changes';
import { finding, notApplicable } from '../check-result.ts';
import type { Check, CheckResult, Subject } from '../check.ts';
import { likelihoodRatios } from '../likelihood-ratios.ts';
import { openSubjectPdf } from './open-subject-pdf.ts';

const identity = {
  slug: 'pdf-revisions',
  version: '1',
  kind: 'structural',
  searchesFor: ['changed-in-later-save'],
  criterion: 'container_structure',
} as const;

const limits = [
  'Filling a form, commenting, signing and adding validation data append revisions as well, and are innocent.',
  'A program that writes the whole file anew leaves one revision, whatever was changed.',
];

/** What a reader of the document sees other than before. */
const visibleParts: readonly PdfPart[] = ['page content', 'picture'];
const shownRevisions = 50;

/**
 * Tells the revisions of a PDF apart by its cross-reference chain (ISO 32000-2 §7.5.6) and says what each of them replaced. A
 * linearized file (annex F) has two ends and one revision. What an earlier revision showed can be recovered from the file.
 */
export const pdfRevisions: Check = { ...identity, run: (subject) => Promise.resolve(examine(subject)) };

function examine(subject: Subject): CheckResult {
  const { pdf, reason } = openSubjectPdf(subject);
  if (pdf === null) return notApplicable(identity, reason);
  if (pdf.trailer.entries.has('Encrypt'))
    return notApplicable(identity, 'the document is encrypted, so what was changed cannot be told');
  const changes = readRevisionChanges(pdf);
  const visible = changes.filter(({ replaced, revision }) => revision > 0 && visibleIn(replaced).length > 0);
  return finding(identity, {
    llrManipulated: visible.length > 0 ? likelihoodRatios['document-changed-later'].llr : 0,
    statement: describe(changes, visible),
    facts: {
      revisionCount: changes.length,
      revisions: changes.slice(0, shownRevisions).map(({ revision, replaced, added }) => ({
        revision: revision + 1,
        endsAt: pdf.revisions[revision]?.end ?? null,
        replaced: { ...replaced },
        added: { ...added },
      })),
    },
    limits,
  });
}

function visibleIn(counts: RevisionChange['replaced']): PdfPart[] {
  return visibleParts.filter((part) => (counts[part] ?? 0) > 0);
}

function describe(changes: readonly RevisionChange[], visible: readonly RevisionChange[]): string {
  if (changes.length === 1) return 'The document was written once; nothing was appended to it later.';
  const [first] = visible;
  if (first === undefined) {
    const parts = new Set(
      changes.slice(1).flatMap(({ replaced, added }) => Object.keys({ ...replaced, ...added })),
    );
    const named = [...parts].filter((part) => part !== 'other').join(', ') || 'administrative data';
    return `The document was saved ${String(changes.length)} times; later saves wrote ${named} and replaced no content of a page.`;
  }
  const parts = visibleIn(first.replaced).join(' and ');
  return `The document was saved ${String(changes.length)} times, and save ${String(first.revision + 1)} replaced ${parts} that an earlier one had written; the earlier state is still in the file.`;
}
