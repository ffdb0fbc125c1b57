import { computePosterior } from './bayes.ts';
import type { WeightedAnswer } from './bayes.ts';
import { findBest } from './label.ts';

/** When a variant of a job has enough answers. */
export interface StopRule {
  readonly minResponses: number;
  readonly maxResponses: number;
  /** The probability of the best option that ends the variant. Undefined: all answers are collected. */
  readonly threshold: number | undefined;
}

/** Returns true if a variant needs no further answers to a question, so that its other slots can be closed. */
export function isDecided(
  options: readonly string[],
  answers: readonly WeightedAnswer[],
  rule: StopRule,
): boolean {
  const { minResponses, maxResponses, threshold } = rule;
  if (answers.length >= maxResponses) return true;
  if (threshold === undefined || answers.length < minResponses) return false;
  const best = findBest(computePosterior(options, answers));
  return best?.value !== undefined && best.confidence >= threshold;
}
