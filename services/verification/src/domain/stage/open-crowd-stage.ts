import { newId } from '@assay/chassis/ids';
import { hours } from '@assay/chassis/units';
import type { Deps } from '../../deps.ts';
import { commitTo, writeMachineResults } from '../commitment/machine-results.ts';
import { defaultCrowdOptions } from '../pipeline/crowd-options.ts';
import type { CrowdTask } from '../pipeline/pipeline.ts';
import { stageOf } from '../run/run.ts';
import type { Cause, Run } from '../run/run.ts';
import { taskOf } from './records/stage-task.ts';

/**
 * Makes a stage wait for people under a new crowd job, in one write that also commits to the results of the machine stages. The run needs
 * no worker from then on, and is not late.
 */
export async function openCrowdStage(
  { crowdStages, clock }: Pick<Deps, 'crowdStages' | 'clock'>,
  cause: Cause,
  { run, stageSlug, task }: { readonly run: Run; readonly stageSlug: string; readonly task: CrowdTask },
): Promise<void> {
  const stage = stageOf(run, stageSlug);
  if (stage === undefined) return;
  const now = clock.now();
  const { validHours } = run.crowd ?? defaultCrowdOptions;
  const results = run.stages.map((one) => ({ ...one, task: taskOf(run, one) }));
  const crowdJob = {
    id: newId(),
    validUntil: new Date(now.getTime() + hours(validHours)),
    commitment: commitTo(writeMachineResults(results), now),
  };
  await crowdStages.open({ run, stage, crowdJob, requested: task.minResponses }, { now, cause });
}
