import type { CheckResult, ClaimBearing } from '@assay/checks/check/check';
import type { ContextClaims } from '../context/context-claims.ts';
import { upperFirst } from '@assay/checks/words/first-letter';

export type ClaimVerdict = 'supported' | 'contradicted' | 'not_checkable';

/** One finding about a claim. */
export interface ClaimEvidence {
  /** The check that found it. */
  readonly check: string;
  readonly bearing: ClaimBearing;
  /** One plain sentence. */
  readonly statement: string;
}

/** What became of one claim. */
export interface ClaimJudgement {
  readonly key: string;
  readonly verdict: ClaimVerdict;
  /** What was found, in one sentence for people. */
  readonly summary: string;
  /** Strongest bearing first: what contradicts, then what supports, then what is worth knowing. */
  readonly evidence: readonly ClaimEvidence[];
}

const verdicts = {
  contradicts: 'contradicted',
  supports: 'supported',
  notes: 'not_checkable',
} as const satisfies Record<ClaimBearing, ClaimVerdict>;
const order: readonly ClaimBearing[] = ['contradicts', 'supports', 'notes'];

/**
 * Each claim of a run against what the checks found about it: contradicted when anything contradicts it, else supported when
 * anything supports it, else not checkable. In the order of the claims.
 */
export function judgeClaims(
  claims: ContextClaims | null,
  results: readonly CheckResult[],
): readonly ClaimJudgement[] {
  return Object.keys(claims ?? {}).map((key) => judge(key, evidenceOf(key, results)));
}

function evidenceOf(key: string, results: readonly CheckResult[]): readonly ClaimEvidence[] {
  const found = results
    .filter(({ applicability }) => applicability.applicable)
    .flatMap(({ check, claims = [] }) =>
      claims
        .filter(({ keys }) => keys.includes(key))
        .map(({ bearing, statement }) => ({ check, bearing, statement })),
    );
  return found.toSorted((one, other) => order.indexOf(one.bearing) - order.indexOf(other.bearing));
}

function judge(key: string, evidence: readonly ClaimEvidence[]): ClaimJudgement {
  const [first] = evidence;
  const found = evidence
    .filter(({ bearing }) => bearing === first?.bearing)
    .map(({ statement }) => statement);
  if (first === undefined) {
    return { key, verdict: 'not_checkable', summary: 'Nothing in this run could check it.', evidence };
  }
  const summary = `${upperFirst(found.join('; '))}.`;
  return { key, verdict: verdicts[first.bearing], summary, evidence };
}
