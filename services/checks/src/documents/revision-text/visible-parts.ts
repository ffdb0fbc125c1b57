import type { PdfPart, RevisionChange } from '@assay/media/pdf/revision-changes';

/** The parts of a document that a reader sees. */
const visibleParts: readonly PdfPart[] = ['page content', 'picture'];

/** The parts of these that a reader sees. */
export function visibleIn(counts: RevisionChange['replaced']): PdfPart[] {
  return visibleParts.filter((part) => (counts[part] ?? 0) > 0);
}
