import { upperFirst } from '../words/first-letter.ts';

/** A search goes through these one after the other. The plural of each ends in `-s`. */
export type SearchedUnit =
  | 'save'
  | 'page'
  | 'image'
  | 'frame'
  | 'second'
  | 'key point'
  | 'pair'
  | 'place'
  | 'area'
  | 'tile'
  | 'word'
  | 'file'
  | 'part'
  | 'signature'
  | 'signed part'
  | 'statement'
  | 'metadata part';

/**
 * How much of its file a check went through, in one unit. A search meets its end at a limit of work, or because a part of the file
 * cannot be read; what it did not see is told, and nothing is said of it.
 */
export interface SearchedPart {
  readonly unit: SearchedUnit;
  /** All that there is to go through. */
  readonly total: number;
  readonly searched: number;
  /** Those that were left out, counted from 1, where they have numbers. */
  readonly leftOut?: readonly number[];
  /** `limit`: more work than a check may take. `time`: its computing time ran out. `unreadable`: damaged, or of a kind that nothing here reads. */
  readonly why: 'limit' | 'time' | 'unreadable';
  /** Names what was not done with those that were left out, where the usual verb of the unit says too much. */
  readonly verb?: 'drawn';
}

/** Builds a part from the numbers, counted from 1, of those that were searched. */
export function countSearched(
  unit: SearchedUnit,
  total: number,
  searched: Iterable<number>,
  why: SearchedPart['why'] = 'limit',
): SearchedPart {
  const seen = new Set(searched);
  const leftOut = Array.from({ length: total }, (_, index) => index + 1).filter((one) => !seen.has(one));
  return { unit, total, searched: total - leftOut.length, leftOut, why };
}

/** Builds a part from the numbers, counted from 1, of those that were left out. */
export function countWithout(
  unit: SearchedUnit,
  total: number,
  leftOut: Iterable<number>,
  why: SearchedPart['why'],
): SearchedPart {
  const numbers = [...new Set(leftOut)].filter((one) => one <= total).toSorted((one, other) => one - other);
  return { unit, total, searched: total - numbers.length, leftOut: numbers, why };
}

/** Builds the part of a search without a limit, such as the header of a file that is always read whole. */
export function searchedWhole(unit: SearchedUnit, total = 1): SearchedPart {
  return { unit, total, searched: total, why: 'limit' };
}

export function isSearchedWhole(parts: readonly SearchedPart[]): boolean {
  return parts.every(({ total, searched }) => searched >= total);
}

/**
 * Says that something is not there: the only way for a check to say so. The sentence stands where all parts were searched whole;
 * otherwise what was left out is told in its place.
 * @param parts all that would have to be searched for the sentence to be true; at least one
 */
export function stateAbsence(parts: readonly [SearchedPart, ...SearchedPart[]], sentence: string): string[] {
  return isSearchedWhole(parts) ? [sentence] : stateLeftOut(parts);
}

/** One sentence for each part that was not searched whole. */
export function stateLeftOut(parts: readonly SearchedPart[]): string[] {
  return parts.filter((part) => part.searched < part.total).map(stateMissing);
}

/** The verb for units that are compared or judged. */
const verbs: Readonly<Partial<Record<SearchedUnit, string>>> = {
  save: 'compared',
  'key point': 'compared',
  pair: 'compared',
  place: 'compared',
  area: 'judged',
  signature: 'verified',
  'signed part': 'verified',
  statement: 'compared',
};
const maxRanges = 4;
const list = new Intl.ListFormat('en-GB');

function stateMissing(part: SearchedPart): string {
  const { unit, total, searched, leftOut = [], why } = part;
  const was = total - searched === 1 ? 'was' : 'were';
  const verb = part.verb ?? verbs[unit] ?? 'searched';
  const endings = {
    limit: `${was} not ${verb}`,
    time: `${was} not ${verb}, because the computing time of the check ran out`,
    unreadable: `could not be read and ${was} not ${verb}`,
  } as const;
  const ending = endings[why];
  const ranges = joinRanges(leftOut);
  if (ranges.length === 0 || ranges.length > maxRanges)
    return `${String(total - searched)} of ${String(total)} ${unit}s ${ending}.`;
  const units = leftOut.length === 1 ? unit : `${unit}s`;
  return `${upperFirst(units)} ${list.format(ranges)} of ${String(total)} ${ending}.`;
}

/** Numbers in ascending order, with three or more that follow each other as one range. */
function joinRanges(numbers: readonly number[]): string[] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.at(-1) === number - 1) last.push(number);
    else runs.push([number]);
  }
  return runs.flatMap((run) =>
    run.length > 2 ? [`${String(run[0])} to ${String(run.at(-1))}`] : run.map(String),
  );
}
