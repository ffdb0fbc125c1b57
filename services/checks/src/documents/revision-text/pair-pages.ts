import type { PageChanges } from '@assay/media/pdf/state/page-changes';

/** A page of an earlier state and the one in its place, counted from 1. */
export interface PagePair {
  readonly before: number;
  readonly after: number;
}

/**
 * Pairs the pages of two states that may differ. Where a save changed the number of pages, the untouched ones in front and behind are
 * left out, and those between are paired in their order.
 */
export function pairPages({ before, after }: PagePair, { isUntouched }: PageChanges): PagePair[] {
  const shorter = Math.min(before, after);
  const isSameCount = before === after;
  let front = 0;
  while (!isSameCount && front < shorter && isUntouched(front + 1, front + 1)) front += 1;
  let behind = 0;
  while (!isSameCount && behind < shorter - front && isUntouched(before - behind, after - behind))
    behind += 1;
  const between = Array.from({ length: shorter - front - behind }, (_, at) => front + at + 1);
  return between.filter((page) => !isUntouched(page, page)).map((page) => ({ before: page, after: page }));
}
