import { createServiceCall } from '@assay/chassis/call-context';
import { days } from '@assay/chassis/units';
import type { Deps } from '../../deps.ts';
import { artifactsPrefix } from '../stage/records/stage-prefix.ts';
import { projectDeletedError } from './run.ts';
import type { Cause } from './run.ts';

type RemovalDeps = Pick<Deps, 'runs' | 'runRemovals' | 'billing' | 'objectDeletions' | 'clock'>;

const batchSize = 100;
/** Longer than a hold stays open without being asked about, and older than any backup that would still be restored. */
const rememberedForMs = days(7);

/**
 * Ends the runs that are under way with a file that was deleted; what has ended stays as it is. What was held for them is
 * released by billing, which hears that they failed.
 */
export async function endRunsOfFile(
  deps: Pick<RemovalDeps, 'runRemovals' | 'clock'>,
  cause: Cause,
  file: { readonly organizationId: string; readonly fileId: string },
): Promise<void> {
  await endRuns(deps, cause, { of: file, error: 'a file of the run was deleted' });
}

/**
 * Removes the runs of a deleted project with what they made. One that is under way is ended first, so that billing releases
 * what was held for it; a run goes once it has told its end, so this rejects, to be tried again, while one has not. What one
 * that completed has cost is remembered until the last announcement of the deletion: should billing have missed it, it asks.
 */
export async function removeRunsOfProject(
  deps: RemovalDeps,
  cause: Cause,
  project: { readonly organizationId: string; readonly projectId: string },
): Promise<void> {
  await abandonStarts(deps, cause, project);
  await endRuns(deps, cause, { of: project, error: projectDeletedError });
  await removeEnded(deps, project);
  const { organizationId, projectId } = project;
  const forgotten = { projectId, before: new Date(deps.clock.now().getTime() - rememberedForMs) };
  await deps.runRemovals.forget(organizationId, forgotten);
}

async function endRuns(
  { runRemovals, clock }: Pick<RemovalDeps, 'runRemovals' | 'clock'>,
  cause: Cause,
  { of, error }: { of: Parameters<RemovalDeps['runRemovals']['listUnfinished']>[0]; error: string },
): Promise<void> {
  for (;;) {
    const runs = await runRemovals.listUnfinished(of, batchSize);
    if (runs.length === 0) return;
    // One that has gone on since it was listed is listed once more.
    for (const run of runs) await runRemovals.end(run, error, { now: clock.now(), cause });
  }
}

/** A start that has not come to its end can be accepted no more; billing refuses a hold that should still arrive. */
async function abandonStarts(
  { runs, runRemovals, billing, clock }: RemovalDeps,
  { requestId }: Cause,
  { organizationId, projectId }: { readonly organizationId: string; readonly projectId: string },
): Promise<void> {
  const call = createServiceCall('verification', organizationId, requestId);
  const afterNow = new Date(clock.now().getTime() + 1);
  for (const { id } of await runRemovals.listUnaccepted(organizationId, projectId, batchSize)) {
    if (!(await runs.abandon(organizationId, id, afterNow))) continue;
    await billing.releaseHold(call, { runId: id, holdId: '' });
    await runs.removeUnpaid(organizationId, id);
  }
}

async function removeEnded(
  { runRemovals, objectDeletions, clock }: RemovalDeps,
  { organizationId, projectId }: { readonly organizationId: string; readonly projectId: string },
): Promise<void> {
  for (;;) {
    const runs = await runRemovals.listEnded(organizationId, projectId, batchSize);
    let removed = 0;
    for (const { id, hasOutbox } of runs) {
      if (hasOutbox) continue;
      await objectDeletions.schedule(organizationId, artifactsPrefix(organizationId, id));
      if (await runRemovals.remove(organizationId, id, clock.now())) removed += 1;
    }
    if (runs.length === 0) return;
    if (removed === 0) throw new Error('runs of a deleted project have not told yet how they ended');
  }
}
