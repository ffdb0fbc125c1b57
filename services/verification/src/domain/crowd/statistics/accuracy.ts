import type { StageResponse } from '../../stage/stage.ts';

/** Prior golden answers of a worker, who is expected to be right in three of five. crowd-webhooks computes consensus with the same numbers. */
const prior = { correct: 3, total: 5 } as const;
const maxAccuracy = 0.99;
/** The number of golden answers from which the accuracy of a worker counts as tested. */
const minGoldenAnswers = 5;

type GoldenCounts = Pick<StageResponse, 'goldCorrect' | 'goldTotal'>;

/** Returns how often a worker names the true one of some options: between guessing and 0.99. */
export function estimateAccuracy({ goldCorrect, goldTotal }: GoldenCounts, optionCount: number): number {
  const accuracy = (prior.correct + goldCorrect) / (prior.total + goldTotal);
  return Math.min(Math.max(accuracy, 1 / optionCount), maxAccuracy);
}

export function isTested({ goldTotal }: GoldenCounts): boolean {
  return goldTotal >= minGoldenAnswers;
}

/** Returns the number of different people who answered at least five golden tasks. */
export function countTested(responses: readonly StageResponse[]): number {
  return new Set(responses.filter(isTested).map(({ workerId }) => workerId)).size;
}
