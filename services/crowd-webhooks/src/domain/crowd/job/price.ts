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

/** Computes the price. The fee is a percentage of the reward, rounded up. */
export function computePrice(
  order: Pick<
    JobOrder,
    'rewardCents' | 'maxRepetitions' | 'minResponses' | 'consensusThreshold' | 'goldenTaskRatio'
  >,
  { normal }: Pick<Variants, 'normal'>,
  feePercent: number,
): JobPrice {
  const { rewardCents, maxRepetitions, minResponses, consensusThreshold, goldenTaskRatio } = order;
  const fee = Math.ceil((rewardCents * feePercent) / 100);
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
