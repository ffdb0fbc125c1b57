import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { checkMaxCost, checkOrder } from '../run/run-order.ts';
import type { RunOrder } from '../run/run-order.ts';

/** What a run would cost, in euro cents. */
export interface RunEstimate {
  readonly minCents: number;
  readonly expectedCents: number;
  readonly maxCents: number;
  readonly stages: readonly StageEstimate[];
  readonly balanceCents: number;
  /** Whether neither the balance nor the order allows less than the most it can cost. */
  readonly sufficient: boolean;
  readonly expiresAt: Date;
}

interface StageEstimate {
  readonly slug: string;
  readonly cents: number;
}

const holdsForMs = 900_000;

/** Estimates a run that could be started now. Errors as StartRun says, but for the balance and the spend limit. */
export async function estimateRun(
  deps: Pick<Deps, 'contexts' | 'projectFiles' | 'billing' | 'clock'>,
  call: CallContext,
  order: RunOrder,
): Promise<RunEstimate> {
  const { pipeline } = await checkOrder(deps, call, order);
  checkMaxCost(pipeline, order);
  const balanceCents = await deps.billing.availableCents(call);
  const { costCents } = pipeline;
  return {
    ...{ minCents: costCents, expectedCents: costCents, maxCents: costCents },
    stages: shareCost(pipeline),
    balanceCents,
    sufficient: costCents <= balanceCents,
    expiresAt: new Date(deps.clock.now().getTime() + holdsForMs),
  };
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
