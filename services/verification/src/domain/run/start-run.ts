import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { newId, newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import { isRefusal } from './price/hold-refusal.ts';
import { checkMaxCost, checkOrder } from './run-order.ts';
import type { RunOrder } from './run-order.ts';
import { newRun } from './run.ts';
import type { Run } from './run.ts';

export type StartRunDeps = Pick<Deps, 'clock' | 'runs' | 'contexts' | 'projectFiles' | 'billing'>;

/** An operation may begin anew this often after earlier attempts died and were abandoned. */
export const maxStartAttempts = 8;

/**
 * Accepts a run: the run is inserted unseen, its money held under the run's id, then the run made visible together with
 * its first events. A process that dies in between leaves an unseen run, which a repetition of the call resumes and which
 * `releaseAbandonedStarts` ends otherwise.
 */
export async function startRun(deps: StartRunDeps, call: CallContext, order: RunOrder): Promise<Run> {
  const wanted = await checkOrder(deps, call, order);
  checkMaxCost(wanted, order);
  for (let attempt = 0; attempt < maxStartAttempts; attempt += 1) {
    const id = newIdFor(call, `run ${attempt}`);
    const run = { ...newRun(wanted, deps.clock.now(), newId), id, leadRunId: id };
    const started = await startOrResume(deps, call, run);
    if (started !== 'abandoned') return started;
  }
  throw tookTooLong();
}

/** Starts the run, or goes on where an attempt at the same operation stopped. */
async function startOrResume(deps: StartRunDeps, call: CallContext, run: Run): Promise<Run | 'abandoned'> {
  const { organizationId, id } = run;
  if (await deps.runs.insertUnpaid(run)) return await payAndAccept(deps, call, run);
  const resumed = await deps.runs.resumeUnpaid(organizationId, id, run.createdAt);
  if (resumed !== undefined) return await payAndAccept(deps, call, resumed);
  return (await deps.runs.find(organizationId, id)) ?? 'abandoned';
}

async function payAndAccept(deps: StartRunDeps, call: CallContext, run: Run): Promise<Run | 'abandoned'> {
  if (!(await hold(deps, call, run))) return 'abandoned';
  return await accept(deps, call, run);
}

/** False when the hold of this id was released, as its start had been abandoned. */
async function hold({ billing, runs }: StartRunDeps, call: CallContext, run: Run): Promise<boolean> {
  try {
    await billing.placeHold(call, run);
    return true;
  } catch (error) {
    // Only a refusal is certain to have held nothing; after any other failure the hold is released first.
    if (!isRefusal(error)) throw error;
    await runs.removeUnpaid(run.organizationId, run.id);
    if (error.reason === 'HOLD_ENDED') return false;
    throw error;
  }
}

async function accept({ billing, runs }: StartRunDeps, call: CallContext, run: Run): Promise<Run> {
  if (await runs.accept(run, call)) return run;
  const acceptedMeanwhile = await runs.find(run.organizationId, run.id);
  if (acceptedMeanwhile !== undefined) return acceptedMeanwhile;
  await billing.releaseHold(call, { runId: run.id, holdId: run.holdId });
  throw tookTooLong();
}

export function tookTooLong(): DomainError {
  return new DomainError(
    'UNAVAILABLE',
    'START_TOOK_TOO_LONG',
    'The run could not be started in time. Try again.',
  );
}
