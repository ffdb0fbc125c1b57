import type { CheckResult, FindingLocation } from '@assay/checks/check/check';
import type { Conclusion } from './conclusion.ts';

/** The part of a check's result that says whether there is something to look at. */
export type Notable = Pick<CheckResult, 'check' | 'applicability' | 'statement' | 'facts'> & {
  readonly locations?: readonly FindingLocation[] | undefined;
};

/** A finding that a reader should see before any sentence about what was not found. */
export interface NotableFinding {
  readonly check: string;
  readonly statement: string;
  /** `contradiction`: metadata exclude each other. `sign`: it speaks against the file. `place`: it marks a place and weighs nothing. `tracked`: it quotes tracked changes. */
  readonly kind: 'contradiction' | 'sign' | 'place' | 'tracked';
  readonly location: FindingLocation | null;
}

/**
 * Lists the findings of a file whose verdict is open, strongest first: what speaks against the file with at least weak support or marks
 * a place, metadata that contradict themselves, then places that weigh nothing, then tracked changes. Claims are judged apart.
 */
export function listNotable(
  results: readonly Notable[],
  { against }: Conclusion['strongest'],
): readonly NotableFinding[] {
  const applicable = results.filter(({ applicability }) => applicability.applicable);
  const signs = against.flatMap(({ check, verbal, proposition, llr }) => {
    const result = applicable.find((one) => one.check === check);
    if (result === undefined || proposition === 'authentic' || llr <= 0) return [];
    return verbal !== 'none' || isPlaced(result) ? [toFinding(result, 'sign')] : [];
  });
  const others = applicable
    .filter(({ check }) => signs.every((sign) => sign.check !== check))
    .filter((result) => contradicts(result) || isPlaced(result) || isTracked(result))
    .map((result) => toFinding(result, isPlaced(result) ? 'place' : 'tracked'));
  const kinds = ['contradiction', 'place', 'tracked'] as const;
  return [...signs, ...kinds.flatMap((kind) => others.filter((other) => other.kind === kind))];
}

function toFinding(result: Notable, kind: 'sign' | 'place' | 'tracked'): NotableFinding {
  const { check, statement, locations = [] } = result;
  return {
    check,
    statement,
    kind: contradicts(result) ? 'contradiction' : kind,
    location: locations[0] ?? null,
  };
}

function isPlaced({ locations = [] }: Notable): boolean {
  return locations.length > 0;
}

/** The checks of metadata list what excludes each other under these names. */
function contradicts(result: Notable): boolean {
  return lists(result, 'contradictions') || lists(result, 'placeDoubts');
}

/** The check of a Word document lists the changes that it quotes. */
function isTracked(result: Notable): boolean {
  return lists(result, 'tracked');
}

function lists({ facts }: Notable, name: string): boolean {
  const listed = facts[name];
  return Array.isArray(listed) && listed.length > 0;
}
