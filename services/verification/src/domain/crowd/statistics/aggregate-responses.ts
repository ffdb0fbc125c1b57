import type { CrowdTask } from '../../pipeline/pipeline.ts';
import type { StageResponse } from '../../stage/stage.ts';
import { estimateAccuracy } from './accuracy.ts';

/** The joint result of the responses to one question. */
export interface Aggregate {
  /** The probability of each option, in the order of the options; they add up to 1. */
  readonly posterior: readonly number[];
  /** The most probable option; null without a response, and where two options are equally probable. */
  readonly value: string | null;
  /** The largest probability of an option. */
  readonly agreement: number;
}

/**
 * Computes the posterior of the options by Bayes, from equal priors: a worker names the true option with their accuracy, and each other
 * option with an equal part of the rest (Dawid and Skene 1979 with one accuracy per worker).
 */
export function aggregateResponses(
  { options }: Pick<CrowdTask, 'options'>,
  responses: readonly StageResponse[],
): Aggregate {
  const logs = options.map(({ value }) =>
    sum(responses.map((response) => computeLogLikelihood(response, value, options.length))),
  );
  const largest = Math.max(...logs);
  const weights = logs.map((log) => 10 ** (log - largest));
  const total = sum(weights);
  const posterior = weights.map((weight) => weight / total);
  const agreement = Math.max(...posterior);
  return { posterior, value: findLeading(options, posterior), agreement };
}

/** Differences of the summation order are no difference of probabilities. */
const tieTolerance = 1e-9;

function findLeading(options: CrowdTask['options'], posterior: readonly number[]): string | null {
  const agreement = Math.max(...posterior);
  const leading = options.filter((_option, index) => agreement - (posterior[index] ?? 0) < tieTolerance);
  return leading.length === 1 ? (leading[0]?.value ?? null) : null;
}

function computeLogLikelihood(response: StageResponse, option: string, optionCount: number): number {
  const accuracy = estimateAccuracy(response, optionCount);
  return Math.log10(response.value === option ? accuracy : (1 - accuracy) / Math.max(1, optionCount - 1));
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
