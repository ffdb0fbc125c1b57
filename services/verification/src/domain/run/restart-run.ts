import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newId, newIdFor } from '@assay/chassis/ids';
import { maxConflictAttempts, retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../deps.ts';
import { checkFilesForOutsiders } from '../pipeline/crowd-options.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { getRun } from './get-run.ts';
import type { RunRef } from './get-run.ts';
import { isRefusal } from './price/hold-refusal.ts';
import { startablePipeline } from './run-order.ts';
import { priceRun } from '../pipeline/pipeline-price.ts';
import { newStages } from './run.ts';
import type { Run } from './run.ts';

type RestartDeps = Pick<Deps, 'runs' | 'runControls' | 'billing' | 'projectFiles' | 'clock'>;

/**
 * Lets a failed run begin anew under its id, with the claims it has and the pipeline as it is now: what is to hold its money is
 * noted in the run, the money is held, then the run made pending together with its first events. A process that dies in
 * between leaves a failed run, whose next restart goes on with the same hold; else billing asks about the hold, and
 * `answerForHold` ends the restart before it releases it. Errors as RestartRun says.
 */
export async function restartRun(deps: RestartDeps, call: CallContext, ref: RunRef): Promise<Run> {
  const run = await getRun(deps, call, ref);
  // Each attempt has a hold of its own, since billing may have released those of earlier attempts that died.
  const holdIds = Array.from({ length: maxConflictAttempts }, (_, number) =>
    newIdFor(call, `hold ${number}`),
  );
  // Accepted by an earlier attempt at the same operation, which died before it could say so.
  if (holdIds.includes(run.holdId)) return run;
  if (run.status !== 'failed') throw notFailed(run);
  const pipeline = await startablePipeline({ pipelineSlug: run.pipelineSlug });
  const fileIds = run.files.map(({ id }) => id);
  const files = await deps.projectFiles.find(call, run.projectId, fileIds);
  checkFilesForOutsiders(run.crowd, files);
  return retryOnConflict((number) => {
    const holdId = newIdFor(call, `hold ${number}`);
    return restartUnder(deps, call, { run, pipeline, holdId });
  });
}

interface Restart {
  readonly run: Run;
  readonly pipeline: Pipeline;
  readonly holdId: string;
}

/** Undefined when the hold was released meanwhile. */
async function restartUnder(
  deps: RestartDeps,
  call: CallContext,
  { run, pipeline, holdId: ownHoldId }: Restart,
): Promise<Run | undefined> {
  const { id: runId, organizationId } = run;
  const holdId = await deps.runControls.beginRestart({ organizationId, runId, holdId: ownHoldId });
  if (holdId === undefined) throw notFailed(await getRun(deps, call, { runId, projectId: '' }));
  const restarted = begunAnew({ run, pipeline, holdId }, deps.clock.now());
  if (!(await hold(deps, call, restarted))) return undefined;
  if (await deps.runControls.acceptRestart(restarted, { now: restarted.updatedAt, cause: call })) {
    return restarted;
  }
  const found = await getRun(deps, call, { runId, projectId: '' });
  // Another request went on with the same hold, and was first.
  if (found.holdId === holdId) return found;
  await deps.billing.releaseHold(call, { runId, holdId });
  return undefined;
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

function begunAnew({ run: { charge: _charge, ...run }, pipeline, holdId }: Restart, now: Date): Run {
  return {
    ...run,
    status: 'pending',
    holdId,
    attempt: run.attempt + 1,
    pipelineVersion: pipeline.version,
    costCents: priceRun(pipeline, run.crowd),
    stages: newStages(pipeline, now, newId),
    conclusion: null,
    error: '',
    updatedAt: now,
    completedAt: null,
  };
}

function notFailed({ status }: Run): DomainError {
  return new DomainError('FAILED_PRECONDITION', 'RUN_NOT_FAILED', 'Only a failed run can be restarted.', {
    details: { state: status, allowed: ['failed'] },
  });
}
