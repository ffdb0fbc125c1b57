import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../deps.ts';
import type { Cause } from '../run/run.ts';
import { taskOf } from '../stage/records/stage-task.ts';
import { closeStage } from './close-stage.ts';
import type { CloseStageDeps } from './close-stage.ts';

export interface EndedJob {
  readonly organizationId: string;
  readonly runId: string;
  readonly crowdJobId: string;
  readonly endedBy: 'archived' | 'expired';
}

/** Ends the stage of a crowd job that was archived or has expired, with the answers so far. A stage that has ended stays as it is. */
export async function endJob(
  deps: CloseStageDeps & Pick<Deps, 'runs'>,
  cause: Cause,
  { organizationId, runId, crowdJobId, endedBy }: EndedJob,
): Promise<void> {
  await retryOnConflict(async () => {
    const run = await deps.runs.find(organizationId, runId);
    const stage = run?.stages.find(({ crowdJob }) => crowdJob?.id === crowdJobId);
    if (run === undefined || stage?.status !== 'awaiting_crowd') return true;
    const task = taskOf(run, stage);
    if (task.kind !== 'ask') return true;
    const responses = stage.responses ?? [];
    return closeStage(deps, cause, { run, stage, task, responses, endedBy });
  });
}
