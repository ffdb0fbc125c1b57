import { isEverSearched } from '@assay/checks/search/change-kinds';
import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { CheckResult } from '@assay/checks/check/check';
import type { PossibleChanges } from './search/change-search.ts';
import type { Unsearched } from './conclusion.ts';
import { decide } from './decide.ts';
import { describeNeeded, findObstacle } from './search/needed-file.ts';
import { weighEvidence } from './weigh-evidence.ts';

/**
 * Finds out whether the machines could look for no kind of change, and decided nothing either. A check that hardly ever finds its kind of
 * change has looked for it, unless the recording is shorter than any that it was tried on. Where no check of the pipeline looks for
 * a kind, the checks that may notice one are all that there is to do. Returns null where something was examined.
 */
export function findUnsearched(
  results: readonly CheckResult[],
  possible: PossibleChanges,
): Unsearched | null {
  const byMachines = results.filter(({ criterion }) => criterion !== 'crowd_agreement');
  const searching = listSearching(byMachines, possible.changes);
  if (searching.length === 0 || decide(weighEvidence(byMachines)).verdict !== 'unverified') return null;
  const { file } = possible;
  const obstacle = file === undefined ? null : findObstacle(file);
  const worked = searching.filter(({ applicability }) => applicability.applicable);
  if (worked.length > 0 && (obstacle === null || findsUsually(worked, possible))) return null;
  return {
    reason: obstacle ?? joinReasons(searching),
    needed: file === undefined ? null : describeNeeded(file.mimeType),
  };
}

function listSearching(
  results: readonly CheckResult[],
  changes: readonly ChangeKind[],
): readonly CheckResult[] {
  if (changes.some(isEverSearched))
    return results.filter(({ searchesFor = [] }) => includesAny(changes, searchesFor));
  return results.filter(({ mayNotice = [] }) => includesAny(changes, mayNotice));
}

/** Returns true where what a check looks for, or may notice, is found in more than a few of the cases. */
function findsUsually(
  worked: readonly CheckResult[],
  { changes, rarelyFound = [] }: PossibleChanges,
): boolean {
  const usual = changes.filter((change) => !rarelyFound.includes(change));
  return worked.some(({ searchesFor = [], mayNotice = [] }) =>
    includesAny(usual, searchesFor.length > 0 ? searchesFor : mayNotice),
  );
}

function includesAny(changes: readonly ChangeKind[], searched: readonly ChangeKind[]): boolean {
  return searched.some((change) => changes.includes(change));
}

const maxReasons = 2;

/** The reasons of the most checks come first. */
function joinReasons(searching: readonly CheckResult[]): string {
  const reasons = searching.flatMap(({ applicability }) =>
    applicability.applicable || applicability.code === 'OTHER_TYPE' ? [] : [applicability.reason],
  );
  const count = (reason: string): number => reasons.filter((other) => other === reason).length;
  const sorted = [...new Set(reasons)].toSorted((one, other) => count(other) - count(one));
  return sorted.slice(0, maxReasons).join('; ');
}
