import type { PdfPart, RevisionChange } from '@assay/media/pdf/revision-changes';

/** What a reader of the document sees other than before. */
const visibleParts: readonly PdfPart[] = ['page content', 'picture'];
/** What a save may write without a page reading differently. */
const unreadParts: readonly string[] = ['signature', 'validation data', 'metadata'];
const maxCompared = 6;

/** The parts of these that a reader sees. */
export function visibleIn(counts: RevisionChange['replaced']): PdfPart[] {
  return visibleParts.filter((part) => (counts[part] ?? 0) > 0);
}

/** The revisions that may read other than the one before, by index; those that replaced page content come first. */
export function savesToCompare(changes: readonly RevisionChange[]): number[] {
  const readable = changes.filter(({ revision, ...change }) => revision > 0 && partsOf(change).length > 0);
  const first = readable.toSorted(
    (one, other) => Number(visibleIn(other.replaced).length > 0) - Number(visibleIn(one.replaced).length > 0),
  );
  return first.slice(0, maxCompared).map(({ revision }) => revision);
}

function partsOf({ replaced, added }: Pick<RevisionChange, 'replaced' | 'added'>): string[] {
  return Object.keys({ ...replaced, ...added }).filter((part) => !unreadParts.includes(part));
}
