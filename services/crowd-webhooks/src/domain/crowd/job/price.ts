import type { JobOrder } from './job-order.ts';
import type { Variants } from './input/variant.ts';

/** The price of a job, in euro cents. */
export interface JobPrice {
  /** Reward and fee of an answer. */
  readonly unitCents: number;
  readonly goldenSlots: number;
  readonly minCents: number;
  readonly maxCents: number;
  /** The fee in `maxCents`. */
  readonly feeCents: number;
}

/** Computes the fee of an answer: a percentage of the reward, rounded up. */
function computeFee(rewardCents: number, feePercent: number): number {
  return Math.ceil((rewardCents * feePercent) / 100);
}

/** Computes the largest reward that costs at most `unitCents` with its fee. */
export function computeReward(unitCents: number, feePercent: number): number {
  let rewardCents = Math.ceil((unitCents * 100) / (100 + feePercent));
  while (rewardCents > 0 && rewardCents + computeFee(rewardCents, feePercent) > unitCents) rewardCents -= 1;
  return rewardCents;
}

/** Computes the price. */
export function computePrice(
  order: Pick<
    JobOrder,
    'rewardCents' | 'maxRepetitions' | 'minResponses' | 'consensusThreshold' | 'goldenTaskRatio'
  >,
  { normal }: Pick<Variants, 'normal'>,
  feePercent: number,
): JobPrice {
  const { rewardCents, maxRepetitions, minResponses, consensusThreshold, goldenTaskRatio } = order;
  const fee = computeFee(rewardCents, feePercent);
  const unitCents = rewardCents + fee;
  const minRepetitions = consensusThreshold === undefined ? maxRepetitions : minResponses;
  const slots = normal.length * maxRepetitions;
  const goldenSlots = Math.ceil(goldenTaskRatio * slots);
  return {
    unitCents,
    goldenSlots,
    minCents: normal.length * minRepetitions * unitCents,
    maxCents: (slots + goldenSlots) * unitCents,
    feeCents: (slots + goldenSlots) * fee,
  };
}
