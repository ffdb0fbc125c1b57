import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../deps.ts';
import type { CrowdTask } from '../pipeline/pipeline.ts';
import type { Cause, Run } from '../run/run.ts';
import type { RunStage, StageResponse } from '../stage/stage.ts';
import { taskOf } from '../stage/records/stage-task.ts';
import { closeStage } from './close-stage.ts';
import type { CloseStageDeps } from './close-stage.ts';
import { nextStep } from './next-step.ts';

export interface SubmittedResponse extends StageResponse {
  readonly organizationId: string;
  readonly runId: string;
  /** The stage that was answered, which is different in each attempt at the run. */
  readonly stageId: string;
}

/**
 * `late`: the stage takes no more. `known`: this response, or one of the same person, was taken before. `foreign`: it marks an area of
 * another file. `unfit`: there is no such option.
 */
export type Taken = 'taken' | 'late' | 'known' | 'foreign' | 'unfit';

/**
 * Adds a response to its stage in one write that also ends the stage when enough people agree or the maximum is reached, and otherwise
 * requests one more. ABORTED when other responses come in between too often.
 */
export async function takeResponse(
  deps: CloseStageDeps & Pick<Deps, 'runs'>,
  cause: Cause,
  { organizationId, runId, stageId, ...response }: SubmittedResponse,
): Promise<Taken> {
  return retryOnConflict<Taken>(async () => {
    const run = await deps.runs.find(organizationId, runId);
    const stage = run?.stages.find(({ id, status }) => id === stageId && status === 'awaiting_crowd');
    if (run === undefined || stage === undefined) return 'late';
    const task = taskOf(run, stage);
    if (task.kind !== 'ask' || !task.options.some(({ value }) => value === response.value)) return 'unfit';
    const before = stage.responses ?? [];
    if (before.some(({ id, workerId }) => id === response.id || workerId === response.workerId))
      return 'known';
    if (!response.areas.every(({ fileId }) => run.files.some(({ id }) => id === fileId))) return 'foreign';
    return (await add(deps, cause, { run, stage, task, response })) && 'taken';
  });
}

interface Addition {
  readonly run: Run;
  readonly stage: RunStage;
  readonly task: CrowdTask;
  readonly response: StageResponse;
}

function add(deps: CloseStageDeps, cause: Cause, { run, stage, task, response }: Addition): Promise<boolean> {
  const responses = [...(stage.responses ?? []), response];
  const step = nextStep(task, responses);
  if (step.kind === 'end')
    return closeStage(deps, cause, { run, stage, task, responses, endedBy: step.endedBy });
  const at = { now: deps.clock.now(), cause };
  return deps.crowdStages.goOn({ run, stage, responses, requested: step.requested }, at);
}
