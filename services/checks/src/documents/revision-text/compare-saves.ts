import type { PdfFile } from '@assay/media/pdf/pdf-file';
import { trackPageChanges } from '@assay/media/pdf/state/page-changes';
import type { StatePair } from '@assay/media/pdf/state/page-changes';
import type { WorkBudget } from '../pages/document-effort.ts';
import { comparePair } from './compare-pair.ts';
import type { ComparedStates, PairReading } from './compare-pair.ts';
import type { SavedDifference } from './replaced-text.ts';
import { toCovered } from './covered-text.ts';
import type { CoveredText } from './covered-text.ts';

/** The result of reading the saves of a document. Saves and pages are counted from 1. */
export interface ComparedSaves {
  /** The saves that were compared with the one before, on every page that may differ. */
  readonly compared: readonly number[];
  readonly leftOutSaves: readonly number[];
  readonly unreadableSaves: readonly number[];
  /** Pages of the last state that were not compared with the first one. */
  readonly leftOutPages: readonly number[];
  readonly unreadablePages: readonly number[];
  readonly pageCount: number;
  readonly differences: readonly SavedDifference[];
  readonly covered: readonly CoveredText[];
}

/**
 * The pairs of states that may differ, by index: the first with the last, then each with the one before, the newest first. Where one
 * save alone changed pages, its pair says all.
 */
export function planPairs(pdf: PdfFile): ComparedStates[] {
  const last = pdf.revisions.length - 1;
  const changes = trackPageChanges(pdf);
  const toStates = (pair: StatePair): ComparedStates => ({ ...pair, ...changes(pair) });
  const steps = Array.from({ length: last }, (_, at) => ({ before: last - at - 1, after: last - at }))
    .map(toStates)
    .filter(({ mayDiffer }) => mayDiffer);
  return steps.length < 2 ? steps : [toStates({ before: 0, after: last }), ...steps];
}

/** Compares the words of the pairs in their order, as far as the budget goes. */
export async function compareSaves(
  pdf: PdfFile,
  pairs: readonly ComparedStates[],
  budget: WorkBudget,
): Promise<ComparedSaves> {
  const read: ReadPair[] = [];
  for (const pair of pairs)
    read.push({ ...pair, reading: budget.goesOn() ? await comparePair(pdf, pair, budget) : 'left out' });
  return summarize(pdf, read);
}

/** `left out`: the budget was spent. Null: a state does not open. */
interface ReadPair extends StatePair {
  readonly reading: PairReading | 'left out' | null;
}

function summarize({ revisions }: PdfFile, pairs: readonly ReadPair[]): ComparedSaves {
  const steps = pairs.filter(({ before, after }) => after - before === 1);
  const savesWhere = (holds: (reading: ReadPair['reading']) => boolean): number[] =>
    steps.filter(({ reading }) => holds(reading)).map(({ after }) => after + 1);
  const isOverall = ({ before, after }: StatePair): boolean => before === 0 && after === revisions.length - 1;
  const whole = pairs.length === 1 ? pairs[0] : pairs.find(isOverall);
  const overall = whole?.reading ?? null;
  const pagesOf = overall === null || overall === 'left out' ? null : overall;
  return {
    compared: savesWhere((reading) => isWhole(reading)),
    leftOutSaves: savesWhere((reading) => reading === 'left out' || (reading?.leftOut.length ?? 0) > 0),
    unreadableSaves: savesWhere((reading) => reading === null || hasUnreadable(reading, pairs.length)),
    leftOutPages: pagesOf?.leftOut ?? [],
    unreadablePages: pagesOf?.unreadable ?? [],
    pageCount: pagesOf?.pages.after ?? 0,
    differences: inOrder(pairs.flatMap(listDifferences)),
    covered: withoutRepeated(pairs.flatMap(listCovered)),
  };
}

/** The pages of the only pair are named themselves. */
function hasUnreadable(reading: PairReading | 'left out', pairs: number): boolean {
  return reading !== 'left out' && pairs > 1 && reading.unreadable.length > 0;
}

function isWhole(reading: ReadPair['reading']): boolean {
  return reading !== null && reading !== 'left out' && reading.leftOut.length === 0;
}

function listDifferences({ before, after, reading }: ReadPair): SavedDifference[] {
  if (reading === null || reading === 'left out') return [];
  return reading.differences.map((one) => ({ ...one, since: before + 1, save: after + 1 }));
}

function listCovered({ before, after, reading }: ReadPair): CoveredText[] {
  if (reading === null || reading === 'left out') return [];
  const own = reading.covered.filter(({ area }) => area.hiding === 'covered');
  return own.map((turned) => ({ ...toCovered(turned), since: before + 1, save: after + 1 }));
}

/**
 * Puts the differences that lasted before those that a later save took back. A difference between the first and the last save is
 * told by the save that made it, where one save made it alone.
 */
function inOrder(differences: readonly SavedDifference[]): SavedDifference[] {
  const isSame = (one: SavedDifference, other: SavedDifference): boolean =>
    one.page === other.page && one.before === other.before && one.after === other.after;
  const lasting = differences.filter(({ since, save }) => save - since > 1);
  const steps = differences.filter(({ since, save }) => save - since === 1);
  const made = lasting.map((one) => steps.find((step) => isSame(one, step)) ?? one);
  return [...made, ...steps.filter((step) => !made.includes(step))];
}

function withoutRepeated(covered: readonly CoveredText[]): CoveredText[] {
  const isStep = ({ since, save }: CoveredText): boolean =>
    save !== null && since !== null && save - since === 1;
  const steps = covered.filter(isStep);
  const isKnown = (one: CoveredText): boolean =>
    steps.some(({ page, before }) => page === one.page && before === one.before);
  return [...covered.filter((one) => !isStep(one) && !isKnown(one)), ...steps];
}
