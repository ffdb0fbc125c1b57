import { changeShares, shareOf } from '@assay/checks/search/change-shares';
import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { Term } from './conclusion.ts';

/** Below this ratio for one kind of change nothing counts further: no trace excludes what it looks for. */
const leastRatio = 0.01;

/**
 * Log10 likelihood ratio of "altered in some way" from the traces of statistical checks. A file is altered in one way or in
 * another, so the ratios of different ways add, each weighted with its share, and are not multiplied: two traces that each
 * support 18 make 35 together, not 324. Of several traces of one way, which are correlated, the strongest counts alone. A check that
 * finds no trace of its own kind is no evidence against a trace of another kind, so silent checks count only where all are silent.
 */
export function mixTraces(terms: readonly Term[]): number {
  const changes = new Set(terms.flatMap(({ searchesFor }) => searchesFor));
  const excesses = [...changes].map((change) => changeShares[change] * excessFor(change, terms));
  const found = excesses.filter((excess) => excess > 0);
  const counted = found.length > 0 ? found : excesses;
  return Math.log10(1 + counted.reduce((sum, excess) => sum + excess, 0));
}

/** By how much the strongest trace of the change moves its ratio away from 1. */
function excessFor(change: ChangeKind, terms: readonly Term[]): number {
  const excesses = terms
    .filter(({ searchesFor }) => searchesFor.includes(change))
    .map(({ llr, searchesFor }) => Math.max((10 ** llr - 1) / shareOf(searchesFor), leastRatio - 1));
  const most = Math.max(...excesses);
  return most > 0 ? most : Math.min(...excesses);
}
