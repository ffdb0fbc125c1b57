import type { AskTask } from '../pipeline/pipeline.ts';
import type { StageResponse } from '../stage/stage.ts';

/** What responses come to together. */
export interface Aggregate {
  /** How probable each option is, in the order of the options; they add up to 1. */
  readonly posterior: readonly number[];
  /** The most probable option, and how probable it is. */
  readonly value: string;
  readonly agreement: number;
  /** log10 of how much more probable the responses are if the file was altered than if it was not; 0 for other questions. */
  readonly llrManipulated: number;
}

/** Smoothing of a worker's accuracy, in answers of known questions. */
const smoothing = 0.5;
/** Nobody is taken to be always right or always wrong. */
const surest = 0.99;

/**
 * The aggregation by worker skill that Toloka published (Dawid and Skene 1979 with one accuracy per worker): a worker chooses the
 * true option with the share of known questions they answered rightly, smoothed by half an answer each way, and each other option
 * equally often. All options are equally probable at first.
 */
export function aggregateResponses(
  { options }: Pick<AskTask, 'options'>,
  responses: readonly StageResponse[],
): Aggregate {
  const logs = options.map(({ value }) =>
    sum(responses.map((one) => logLikelihood(one, value, options.length))),
  );
  const most = Math.max(...logs);
  const weights = logs.map((log) => 10 ** (log - most));
  const total = sum(weights);
  const posterior = weights.map((weight) => weight / total);
  const agreement = Math.max(...posterior);
  const value = options[posterior.indexOf(agreement)]?.value ?? '';
  return { posterior, value, agreement, llrManipulated: ratioOf(options, logs) };
}

function logLikelihood(
  { value, goldCorrect, goldTotal }: StageResponse,
  option: string,
  count: number,
): number {
  const accuracy = (smoothing + goldCorrect) / (2 * smoothing + goldTotal);
  const bounded = Math.min(surest, Math.max(1 - surest, accuracy));
  return Math.log10(value === option ? bounded : (1 - bounded) / Math.max(1, count - 1));
}

function ratioOf(options: AskTask['options'], logs: readonly number[]): number {
  const of = (speaksFor: 'manipulated' | 'innocent'): number[] =>
    logs.filter((_log, index) => options[index]?.speaksFor === speaksFor);
  const altered = of('manipulated');
  const innocent = of('innocent');
  if (altered.length === 0 || innocent.length === 0) return 0;
  return Math.max(...altered) - Math.max(...innocent);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
