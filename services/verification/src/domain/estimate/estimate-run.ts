import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import { priceMachines, priceRun, sumMinAnswers } from '../pipeline/pipeline-price.ts';
import { checkMaxCost, checkOrder } from '../run/run-order.ts';
import type { RunOrder } from '../run/run-order.ts';
import type { NewRun } from '../run/run.ts';
import { computeExpectedPrice, maxRuns } from './expected-price.ts';
import { listWarnings } from './list-warnings.ts';
import type { EstimateWarning } from './list-warnings.ts';
import { shareCost } from '../run/price/share-cost.ts';
import type { StageEstimate } from '../run/price/share-cost.ts';

/** What a run would cost, in euro cents. */
export interface RunEstimate {
  readonly minCents: number;
  readonly expectedCents: number;
  readonly maxCents: number;
  readonly stages: readonly StageEstimate[];
  /** Files of which it is known before that no check can examine them. */
  readonly warnings: readonly EstimateWarning[];
  readonly balanceCents: number;
  /** Whether neither the balance nor the order allows less than the most it can cost. */
  readonly sufficient: boolean;
  readonly expiresAt: Date;
}

const holdsForMs = 900_000;

/** Estimates a run that could be started now. Errors as StartRun says, but for the balance and the spend limit. */
export async function estimateRun(
  deps: Pick<Deps, 'contexts' | 'projectFiles' | 'billing' | 'clock' | 'runPrices'>,
  call: CallContext,
  order: RunOrder,
): Promise<RunEstimate> {
  const wanted = await checkOrder(deps, call, order);
  checkMaxCost(wanted, order);
  const { pipeline, files, crowd } = wanted;
  const balanceCents = await deps.billing.availableCents(call);
  const maxCents = priceRun(pipeline, crowd);
  const warnings = listWarnings(pipeline, files);
  const freeCents = warnings.length > 0 ? priceMachines(pipeline) : 0;
  const minAnswers = crowd === null || crowd.unpaid ? 0 : sumMinAnswers(pipeline);
  return {
    minCents: priceMachines(pipeline) - freeCents + minAnswers,
    expectedCents: (await expectPrice(deps, wanted, maxCents)) - freeCents,
    maxCents,
    stages: shareCost(pipeline),
    warnings,
    balanceCents,
    sufficient: maxCents <= balanceCents,
    expiresAt: new Date(deps.clock.now().getTime() + holdsForMs),
  };
}

/** The mean of what such runs have cost; the highest price where that is not known. */
async function expectPrice(
  { runPrices }: Pick<Deps, 'runPrices'>,
  { pipeline, crowd }: NewRun,
  maxCents: number,
): Promise<number> {
  if (crowd === null || crowd.unpaid) return maxCents;
  const { slug: pipelineSlug, version: pipelineVersion } = pipeline;
  const runs = await runPrices.listLast({ pipelineSlug, pipelineVersion }, maxRuns);
  return computeExpectedPrice(runs) ?? maxCents;
}
