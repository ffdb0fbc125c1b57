import type { CheckResult } from '@assay/checks/check/check';
import type { ClaimCounts, Conclusion } from '../fusion/conclusion.ts';
import { prior } from '../fusion/prior.ts';
import { roundScore, scoreCriteria } from '../fusion/scorecard.ts';
import { strongestEvidence } from '../fusion/strongest-evidence.ts';
import { weighEvidence } from '../fusion/weigh-evidence.ts';
import type { ClaimJudgement, ClaimVerdict } from './judge-claims.ts';
import { upperFirst } from '@assay/checks/words/first-letter';

/**
 * What a run concludes that is about claims and not about a file: `inconclusive` when a claim is contradicted, which people should
 * look at, and `unverified` otherwise. No agreement makes a claim true, so that no run of this kind ends `authentic`, and a false
 * claim is no manipulated file. The confidence is the share of the claims that could be checked.
 */
export function concludeClaims(
  claims: readonly ClaimJudgement[],
  results: readonly CheckResult[],
): Conclusion {
  const terms = weighEvidence(results);
  const counted = countOf(claims);
  const verdict = counted.contradicted > 0 ? 'inconclusive' : 'unverified';
  const checked = counted.contradicted + counted.supported;
  const coverage = claims.length === 0 ? 0 : roundScore(checked / claims.length);
  return {
    verdict,
    confidence: coverage,
    confidenceMeaning: 'coverage',
    prior: prior.manipulated,
    confidenceIfRare: null,
    changes: [],
    decisive: [],
    terms,
    claims: counted,
    scorecard: { ...scoreCriteria(results, terms), coverage },
    explanation: explain(claims, counted, results),
    strongest: strongestEvidence(verdict, terms, results),
    notChecked: results.flatMap(({ check, applicability }) =>
      applicability.applicable ? [] : [{ check, reason: applicability.reason }],
    ),
    posterior: { prior: prior.manipulated, manipulated: prior.manipulated, synthetic: 0, authentic: 0 },
  };
}

function countOf(claims: readonly ClaimJudgement[]): ClaimCounts {
  const count = (verdict: ClaimVerdict): number => claims.filter((claim) => claim.verdict === verdict).length;
  return {
    supported: count('supported'),
    contradicted: count('contradicted'),
    not_checkable: count('not_checkable'),
  };
}

function explain(
  claims: readonly ClaimJudgement[],
  counted: ClaimCounts,
  results: readonly CheckResult[],
): string {
  const wrong = claims
    .filter(({ verdict }) => verdict === 'contradicted')
    .map(({ key, summary }) => `${inWords(key)}: ${summary}`);
  const found = results.filter(({ applicability }) => applicability.applicable);
  return [
    ...(claims.length === 0 ? found.map(({ statement }) => statement) : [claimSentence(counted)]),
    ...wrong,
    'Nothing here judges what a picture shows; claims that agree with everything there is can still be false.',
  ].join(' ');
}

/** How many claims there were, and what became of them. */
export function claimSentence({ supported, contradicted, not_checkable: unchecked }: ClaimCounts): string {
  const total = supported + contradicted + unchecked;
  if (total === 0) return 'Nothing was claimed.';
  const parts = [
    `${String(contradicted)} contradicted`,
    `${String(supported)} supported`,
    `${String(unchecked)} not checkable`,
  ];
  return `Of ${String(total)} claim${total === 1 ? '' : 's'}: ${parts.join(', ')}.`;
}

function inWords(key: string): string {
  return upperFirst(key.replace(/_/g, ' '));
}
