import { pictureChanges } from '@assay/checks/search/change-kinds';
import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { CheckResult } from '@assay/checks/check/check';
import type { ExaminableFile } from './needed-file.ts';
import { isSearchedWhole, stateLeftOut } from '@assay/checks/search/searched-part';

/**
 * `searched`: a check looked for it everywhere in the file. `in-part`: a check looked for it, and left out a part of the file. `by-chance`: it would have been noticed only by luck.
 * `not-searched`: nothing looked for it, or what does could not work on this file.
 */
export type SearchDepth = 'searched' | 'in-part' | 'by-chance' | 'not-searched';

/** Whether this file could have shown one kind of change. */
export interface ChangeSearch {
  readonly change: ChangeKind;
  readonly depth: SearchDepth;
  /** The checks that looked for it, or might have noticed it. */
  readonly checks: readonly string[];
  /** Sentences about the parts that the checks left out; missing where they left out nothing, and in runs from before it was kept. */
  readonly leftOut?: readonly string[];
}

/** The kinds of change that files of a pipeline can have gone through. */
export interface PossibleChanges {
  readonly changes: readonly ChangeKind[];
  /** Those that are looked for and hardly ever found, as the evaluation of the pipeline shows. */
  readonly rarelyFound?: readonly ChangeKind[];
  /** The file of the run; missing in runs over several files. */
  readonly file?: ExaminableFile;
}

/** The kinds of change of an image. */
export const changesOfImages: PossibleChanges = { changes: pictureChanges };

/** What was looked for, by kind of change and in the order of `changes`. */
export function searchedChanges(
  results: readonly CheckResult[],
  { changes, rarelyFound = [] }: PossibleChanges,
): readonly ChangeSearch[] {
  const worked = results.filter(({ applicability }) => applicability.applicable);
  const checksWith = (member: 'searchesFor' | 'mayNotice', change: ChangeKind): string[] =>
    worked.filter((result) => result[member]?.includes(change)).map(({ check }) => check);
  return changes.map((change) => {
    const searching = checksWith('searchesFor', change);
    if (searching.length > 0 && !rarelyFound.includes(change))
      return describeSearch(change, searching, worked);
    const noticing = [...searching, ...checksWith('mayNotice', change)];
    return { change, depth: noticing.length > 0 ? 'by-chance' : 'not-searched', checks: noticing };
  });
}

/** One check that went through the whole file suffices. */
function describeSearch(
  change: ChangeKind,
  checks: readonly string[],
  results: readonly CheckResult[],
): ChangeSearch {
  const searching = results.filter(({ check }) => checks.includes(check));
  const whole = searching.filter(({ searched = [] }) => isSearchedWhole(searched));
  if (whole.length > 0) return { change, depth: 'searched', checks: whole.map(({ check }) => check) };
  const leftOut = searching.flatMap(({ searched = [] }) => stateLeftOut(searched));
  return { change, depth: 'in-part', checks, leftOut: [...new Set(leftOut)] };
}

/** The share of the kinds of change that this file could have shown, 0 to 1; luck and a search in part do not count. */
export function coverageOf(searches: readonly ChangeSearch[]): number {
  const searched = searches.filter(({ depth }) => depth === 'searched').length;
  return searches.length === 0 ? 0 : searched / searches.length;
}

/** The part of `Evidence` that says what a finding supports. */
interface Finding {
  readonly check: string;
  readonly proposition: string;
  readonly llr: number;
}

/** The checks whose finding may be this change, though nothing looked for it. */
export function noticingChecks(
  { change, depth, checks }: ChangeSearch,
  { for: supporting, against }: { readonly for: readonly Finding[]; readonly against: readonly Finding[] },
): readonly string[] {
  if (depth !== 'by-chance') return [];
  const about = change === 'generated' ? 'synthetic' : 'manipulated';
  return checks.filter((slug) =>
    [...supporting, ...against].some(
      ({ check, proposition, llr }) => check === slug && proposition === about && llr > 0,
    ),
  );
}
