import type { CheckResult, ScorecardKey } from '@assay/checks/check/check';
import type { Term } from './conclusion.ts';

/**
 * For each criterion that an applicable check speaks to, 1 / (1 + 10^LLR against the file): 0.5 says nothing, above it
 * speaks for the file.
 */
export function scoreCriteria(
  results: readonly CheckResult[],
  terms: readonly Term[],
): Readonly<Partial<Record<ScorecardKey, number>>> {
  const applicable = results.filter((result) => result.applicability.applicable);
  const scores: Partial<Record<ScorecardKey, number>> = {};
  for (const criterion of new Set(applicable.map((result) => result.criterion))) {
    const checks = applicable
      .filter((result) => result.criterion === criterion)
      .map((result) => result.check);
    scores[criterion] = roundScore(1 / (1 + 10 ** llrAgainst(terms, checks)));
  }
  return scores;
}

function llrAgainst(terms: readonly Term[], checks: readonly string[]): number {
  return terms
    .filter((term) => term.counted && checks.includes(term.check))
    .reduce((sum, term) => sum + (term.proposition === 'authentic' ? -term.llr : term.llr), 0);
}

/** Three digits; more would claim a precision there is not. */
export function roundScore(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
