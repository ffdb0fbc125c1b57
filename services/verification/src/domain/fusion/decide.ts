import type { Posterior, Term, Verdict } from './conclusion.ts';
import { positiveEvidence } from './positive-evidence.ts';
import type { PositiveEvidence } from './positive-evidence.ts';
import { probability, prior } from './prior.ts';
import { sumFor } from './weigh-evidence.ts';

/** What a file can be accused of. */
const propositions = ['manipulated', 'synthetic'] as const;
/** Posterior from which a file is called so. */
export const manipulatedFrom = 0.85;
export const syntheticFrom = 0.9;
const authenticFrom = 0.75;
/** Evidence against the file that does not reach a verdict leaves it open from here on: a likelihood ratio of 5. */
const suspiciousLlr = Math.log10(5);
/** Two checks this strong in opposite directions are a conflict. */
const opposedLlr = 0.5;
const manipulatedConfidenceCap = 0.99;
/** Metadata that declare an artificial origin can be copied into a photograph. */
const syntheticConfidenceCap = 0.97;

/** log10 sums, authentic null without admissible positive evidence. */
interface Sums {
  readonly manipulated: number;
  readonly synthetic: number;
  readonly authentic: PositiveEvidence | null;
}

export interface Decision {
  readonly verdict: Verdict;
  /** The posterior of the verdict, capped; null for the two open verdicts. */
  readonly certainty: number | null;
  readonly posterior: Posterior;
}

/**
 * The decision rule. Evidence against the file lowers the posterior of authenticity; positive evidence never lowers that
 * of manipulation: where both suffice alone, the file is inconclusive.
 */
export function decide(terms: readonly Term[]): Decision {
  const sums = {
    manipulated: sumFor('manipulated', terms),
    synthetic: sumFor('synthetic', terms),
    authentic: positiveEvidence(terms),
  };
  const against = Math.max(0, sums.manipulated) + Math.max(0, sums.synthetic);
  const posterior: Posterior = {
    prior: prior.manipulated,
    manipulated: probability(sums.manipulated, prior.manipulated),
    synthetic: probability(sums.synthetic, prior.synthetic),
    authentic: sums.authentic === null ? 0 : probability(sums.authentic.llr - against, prior.authentic),
  };
  const verdict = verdictOf(sums, posterior, terms);
  return { verdict, certainty: certaintyOf(verdict, posterior, sums), posterior };
}

function verdictOf(sums: Sums, posterior: Posterior, terms: readonly Term[]): Verdict {
  const manipulated = posterior.manipulated >= manipulatedFrom;
  const synthetic = posterior.synthetic >= syntheticFrom;
  if (isProvenAlone(sums) && (manipulated || synthetic)) return 'inconclusive';
  if (synthetic && posterior.synthetic > posterior.manipulated) return 'synthetic';
  if (manipulated) return 'manipulated';
  if (posterior.authentic >= authenticFrom) return 'authentic';
  return isSuspicious(terms) || isOpposed(terms) ? 'inconclusive' : 'unverified';
}

/** A trace that was looked for and not found shows nothing about a finding of another kind: it does not close what that opened. */
function isSuspicious(terms: readonly Term[]): boolean {
  const against = terms.filter(({ llr }) => llr > 0);
  return propositions.some((proposition) => sumFor(proposition, against) >= suspiciousLlr);
}

function isProvenAlone({ authentic }: Sums): boolean {
  return authentic !== null && probability(authentic.llr, prior.authentic) >= authenticFrom;
}

/** Checks of the same proposition contradict each other. */
function isOpposed(terms: readonly Term[]): boolean {
  return propositions.some((proposition) => {
    const ratios = terms
      .filter((term) => term.counted && term.proposition === proposition)
      .map((term) => term.llr);
    return ratios.some((llr) => llr >= opposedLlr) && ratios.some((llr) => llr <= -opposedLlr);
  });
}

function certaintyOf(verdict: Verdict, posterior: Posterior, sums: Sums): number | null {
  switch (verdict) {
    case 'manipulated':
      return Math.min(posterior.manipulated, manipulatedConfidenceCap);
    case 'synthetic':
      return Math.min(posterior.synthetic, syntheticConfidenceCap);
    case 'authentic':
      return Math.min(posterior.authentic, sums.authentic?.confidenceCap ?? 0);
    case 'inconclusive':
    case 'unverified':
      return null;
  }
}
