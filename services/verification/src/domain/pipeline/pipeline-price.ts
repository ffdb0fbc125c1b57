import type { CrowdOptions } from './crowd-options.ts';
import type { Pipeline } from './pipeline.ts';

type Priced = Pick<Pipeline, 'stages' | 'costCents'>;

/** Returns the price of all answers that a run can get at most, fees included, in euro cents. */
export function sumMaxAnswers({ stages }: Pick<Pipeline, 'stages'>): number {
  return stages.reduce(
    (sum, { task }) => sum + (task.kind === 'ask' ? task.maxResponses * task.unitCents : 0),
    0,
  );
}

/** Returns the price of the fewest answers of the stages that always run, in euro cents. */
export function sumMinAnswers({ stages }: Pick<Pipeline, 'stages'>): number {
  return stages.reduce((sum, { task }) => {
    const alwaysRuns = task.kind === 'ask' && task.unlessDecided === undefined;
    return sum + (alwaysRuns ? task.minResponses * task.unitCents : 0);
  }, 0);
}

/** Returns the price of the machine stages, in euro cents. */
export function priceMachines(pipeline: Priced): number {
  return pipeline.costCents - sumMaxAnswers(pipeline);
}

/** Returns the highest price of a run, in euro cents: with unpaid answers that of the machine stages. */
export function priceRun(pipeline: Priced, crowd: CrowdOptions | null): number {
  return crowd?.unpaid === true ? priceMachines(pipeline) : pipeline.costCents;
}
