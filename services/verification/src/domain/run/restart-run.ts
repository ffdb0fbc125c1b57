import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newId, newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { getRun } from './get-run.ts';
import type { RunRef } from './get-run.ts';
import { isRefusal } from './hold-refusal.ts';
import { startablePipeline } from './run-order.ts';
import { newStages } from './run.ts';
import type { Run } from './run.ts';

type RestartDeps = Pick<Deps, 'runs' | 'runControls' | 'billing' | 'projectFiles' | 'clock'>;

/** A restart may begin anew this often after earlier attempts died and were abandoned. */
const maxAttempts = 8;

/**
 * Lets a failed run begin anew under its id, with the claims it has and the pipeline as it is now: what is to hold its money is
 * noted in the run, the money is held, then the run made pending together with its first events. A process that dies in
 * between leaves a failed run, whose next restart goes on with the same hold; else billing asks about the hold, and
 * `answerForHold` ends the restart before it releases it. Errors as RestartRun says.
 */
export async function restartRun(deps: RestartDeps, call: CallContext, ref: RunRef): Promise<Run> {
  const run = await getRun(deps, call, ref);
  const holdIds = Array.from({ length: maxAttempts }, (_, attempt) => newIdFor(call, `hold ${attempt}`));
  // Accepted by an earlier attempt at the same operation, which died before it could say so.
  if (holdIds.includes(run.holdId)) return run;
  if (run.status !== 'failed') throw notFailed(run);
  const pipeline = await startablePipeline({ pipelineSlug: run.pipelineSlug });
  const fileIds = run.files.map(({ id }) => id);
  await deps.projectFiles.find(call, run.projectId, fileIds);
  for (const holdId of holdIds) {
    const restarted = await restartUnder(deps, call, { run, pipeline, holdId });
    if (restarted !== 'abandoned') return restarted;
  }
  throw new DomainError('UNAVAILABLE', 'START_TOOK_TOO_LONG', 'the run could not be restarted in time');
}

interface Restart {
  readonly run: Run;
  readonly pipeline: Pipeline;
  readonly holdId: string;
}

async function restartUnder(
  deps: RestartDeps,
  call: CallContext,
  { run, pipeline, holdId: ownHoldId }: Restart,
): Promise<Run | 'abandoned'> {
  const { id: runId, organizationId } = run;
  const holdId = await deps.runControls.beginRestart({ organizationId, runId, holdId: ownHoldId });
  if (holdId === undefined) throw notFailed(await getRun(deps, call, { runId, projectId: '' }));
  const restarted = begunAnew({ run, pipeline, holdId }, deps.clock.now());
  if (!(await hold(deps, call, restarted))) return 'abandoned';
  if (await deps.runControls.acceptRestart(restarted, { now: restarted.updatedAt, cause: call })) {
    return restarted;
  }
  const found = await getRun(deps, call, { runId, projectId: '' });
  // Another request went on with the same hold, and was first.
  if (found.holdId === holdId) return found;
  await deps.billing.releaseHold(call, { runId, holdId });
  return 'abandoned';
}

/** False when the hold of this id was released, as its restart had been abandoned. */
async function hold({ billing, runControls }: RestartDeps, call: CallContext, run: Run): Promise<boolean> {
  const { id: runId, organizationId, holdId } = run;
  try {
    await billing.placeHold(call, run);
    return true;
  } catch (error) {
    // Only a refusal is certain to have held nothing; after any other failure the next restart goes on with this hold.
    if (!isRefusal(error)) throw error;
    await runControls.abandonRestart({ organizationId, runId, holdId });
    if (error.reason === 'HOLD_ENDED') return false;
    throw error;
  }
}

function begunAnew({ run, pipeline, holdId }: Restart, now: Date): Run {
  return {
    ...run,
    ...{
      status: 'pending',
      holdId,
      attempt: run.attempt + 1,
      pipelineVersion: pipeline.version,
      costCents: pipeline.costCents,
    },
    ...{ stages: newStages(pipeline, now, newId), conclusion: null, error: '' },
    ...{ updatedAt: now, completedAt: null },
  };
}

function notFailed({ status }: Run): DomainError {
  return new DomainError('FAILED_PRECONDITION', 'RUN_NOT_FAILED', 'only a failed run can be restarted', {
    details: { state: status, allowed: ['failed'] },
  });
}
