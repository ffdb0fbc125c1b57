import { logRatioToWords } from './verbal-scale.ts';
import type { Posterior, Term, Verdict } from './conclusion.ts';
import type { PositiveEvidence } from './positive-evidence.ts';

export const prior = 0.5;
const manipulatedFrom = 0.85;
const syntheticFrom = 0.9;
const authenticFrom = 0.75;
/** Two checks this strong in opposite directions are a conflict. */
const opposedLlr = 0.5;
const manipulatedConfidenceCap = 0.99;
/** Metadata that declare an artificial origin can be copied into a photograph. */
const syntheticConfidenceCap = 0.97;

/** log10 sums, authentic null without admissible positive evidence. */
export interface Sums {
  readonly manipulated: number;
  readonly synthetic: number;
  readonly authentic: PositiveEvidence | null;
}

export interface Decision {
  readonly verdict: Verdict;
  readonly confidence: number;
  readonly posterior: Posterior;
}

/**
 * The decision rule. Evidence against the file lowers the posterior of authenticity; positive evidence never lowers that
 * of manipulation: where both suffice alone, the file is inconclusive.
 */
export function decide(sums: Sums, terms: readonly Term[]): Decision {
  const against = Math.max(0, sums.manipulated) + Math.max(0, sums.synthetic);
  const posterior: Posterior = {
    prior,
    manipulated: probability(sums.manipulated),
    synthetic: probability(sums.synthetic),
    authentic: sums.authentic === null ? 0 : probability(sums.authentic.llr - against),
  };
  const verdict = verdictOf(sums, posterior, terms);
  return { verdict, confidence: confidenceOf(verdict, posterior, sums), posterior };
}

function verdictOf(sums: Sums, posterior: Posterior, terms: readonly Term[]): Verdict {
  const manipulated = posterior.manipulated >= manipulatedFrom;
  const synthetic = posterior.synthetic >= syntheticFrom;
  const provenAlone = sums.authentic !== null && probability(sums.authentic.llr) >= authenticFrom;
  if (provenAlone && (manipulated || synthetic)) return 'inconclusive';
  if (synthetic && posterior.synthetic > posterior.manipulated) return 'synthetic';
  if (manipulated) return 'manipulated';
  if (posterior.authentic >= authenticFrom) return 'authentic';
  const suspicion = Math.max(sums.manipulated, sums.synthetic);
  if (logRatioToWords(Math.max(0, suspicion), 'structural') !== 'none' || isOpposed(terms))
    return 'inconclusive';
  return 'unverified';
}

/** Checks of the same proposition contradict each other. */
function isOpposed(terms: readonly Term[]): boolean {
  return (['manipulated', 'synthetic'] as const).some((proposition) => {
    const ratios = terms
      .filter((term) => term.counted && term.proposition === proposition)
      .map((term) => term.llr);
    return ratios.some((llr) => llr >= opposedLlr) && ratios.some((llr) => llr <= -opposedLlr);
  });
}

function confidenceOf(verdict: Verdict, posterior: Posterior, sums: Sums): number {
  switch (verdict) {
    case 'manipulated':
      return Math.min(posterior.manipulated, manipulatedConfidenceCap);
    case 'synthetic':
      return Math.min(posterior.synthetic, syntheticConfidenceCap);
    case 'authentic':
      return Math.min(posterior.authentic, sums.authentic?.confidenceCap ?? 0);
    case 'inconclusive':
    case 'unverified':
      return 1 - Math.max(posterior.prior, posterior.manipulated, posterior.synthetic, posterior.authentic);
  }
}

/** Posterior probability from a log10 ratio and the prior. */
export function probability(llr: number): number {
  return 1 / (1 + ((1 - prior) / prior) * 10 ** -llr);
}
