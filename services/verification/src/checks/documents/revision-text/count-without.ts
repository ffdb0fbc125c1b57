import { countSearched } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';

/** Counts what was searched: all but these, counted from 1. */
export function countWithout(
  unit: SearchedPart['unit'],
  total: number,
  leftOut: readonly number[],
  why: SearchedPart['why'],
): SearchedPart {
  const without = new Set(leftOut);
  const searched = Array.from({ length: total }, (_, at) => at + 1).filter((one) => !without.has(one));
  return countSearched(unit, total, searched, why);
}
