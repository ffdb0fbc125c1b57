import type { Conclusion } from '../../fusion/conclusion.ts';
import type { Run, RunCharge } from '../run.ts';
import { priceAnswers, priceMaxAnswers } from './people-price.ts';

/** The price of a run that has ended. */
export interface RunPrice {
  /** Everything that is charged, in euro cents. */
  readonly costCents: number;
  /** The parts by which billing settles the hold; missing for a run that asks nobody. */
  readonly charge?: RunCharge;
}

/** Computes the price of a run that is concluded. The machine stages are free where the checks could look for nothing. */
export function computePrice(run: Run, { unsearched }: Pick<Conclusion, 'unsearched'>): RunPrice {
  const machineCents = unsearched === undefined ? run.costCents - priceMaxAnswers(run) : 0;
  if (run.crowd === null) return { costCents: machineCents };
  const charge = { machineCents, crowdJobIds: listCrowdJobs(run) };
  return { costCents: machineCents + priceAnswers(run), charge };
}

/**
 * Computes the price of a run that ends as failed. The answers of a canceled run stay charged; those of any other failed run are refunded.
 * A run that asks nobody keeps its price, of which nothing is charged.
 */
export function computeFailedPrice(run: Run, { isCanceled }: { readonly isCanceled: boolean }): RunPrice {
  if (run.crowd === null) return { costCents: run.costCents };
  const charge = { machineCents: 0, crowdJobIds: listCrowdJobs(run) };
  return { costCents: isCanceled ? priceAnswers(run) : 0, charge };
}

function listCrowdJobs({ stages }: Pick<Run, 'stages'>): readonly string[] {
  return stages.flatMap(({ crowdJob }) => (crowdJob === undefined ? [] : [crowdJob.id]));
}
