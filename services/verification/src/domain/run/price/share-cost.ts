import type { Pipeline } from '../../pipeline/pipeline.ts';

/** The part of a price that a stage has, in euro cents. */
export interface StageEstimate {
  readonly slug: string;
  readonly cents: number;
}

/**
 * The price is that of the whole run: each stage has the share of it that its weight says, and what is left over by rounding goes, cent by
 * cent, to those that lost most (largest remainder), so that all add up to the price.
 */
export function shareCost({ stages, costCents }: Pick<Pipeline, 'stages' | 'costCents'>): StageEstimate[] {
  const weights = stages.map(({ costWeight = 1 }) => costWeight);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (costCents * weight) / total);
  const lost = exact.map((cents, order) => ({ order, part: cents - Math.floor(cents) }));
  const left = costCents - exact.reduce((sum, cents) => sum + Math.floor(cents), 0);
  const rounded = lost.toSorted((one, other) => other.part - one.part).slice(0, left);
  const more = new Set(rounded.map(({ order }) => order));
  return stages.map(({ slug }, order) => ({
    slug,
    cents: Math.floor(exact[order] ?? 0) + (more.has(order) ? 1 : 0),
  }));
}
