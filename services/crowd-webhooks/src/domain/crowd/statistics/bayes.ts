import { normalize } from './label.ts';
import type { Distribution } from './label.ts';

/** The golden answers of a worker in an organization. */
export interface GoldenCounts {
  readonly correct: number;
  readonly total: number;
}

/** Prior golden answers of a worker, who is expected to be right in three of five. */
const prior = { correct: 3, total: 5 } as const;
const maxAccuracy = 0.99;

/** Returns how often a worker names the true one of some options: between guessing and 0.99. */
export function estimateAccuracy({ correct, total }: GoldenCounts, optionCount: number): number {
  const accuracy = (prior.correct + correct) / (prior.total + total);
  return Math.min(Math.max(accuracy, 1 / optionCount), maxAccuracy);
}

export interface WeightedAnswer {
  /** The value of an option. */
  readonly value: string;
  readonly accuracy: number;
}

/**
 * Returns the posterior over the options by Bayes, from equal priors: a worker names the true option with their accuracy, and each other
 * one with an equal part of the rest.
 */
export function computePosterior(
  options: readonly string[],
  answers: readonly WeightedAnswer[],
): Distribution {
  const logs = options.map((option) =>
    answers.reduce((sum, { value, accuracy }) => {
      const probability = value === option ? accuracy : (1 - accuracy) / Math.max(options.length - 1, 1);
      return sum + Math.log(probability);
    }, 0),
  );
  const largest = Math.max(...logs);
  return normalize(new Map(options.map((option, index) => [option, Math.exp((logs[index] ?? 0) - largest)])));
}
