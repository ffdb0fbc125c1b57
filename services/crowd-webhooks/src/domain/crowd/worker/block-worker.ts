import type { CallContext } from '@assay/chassis/call-context';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../../deps.ts';
import { findWorker, getWorker } from './find-worker.ts';
import type { CountedWorker } from './find-worker.ts';
import type { Worker } from './worker.ts';

type BlockDeps = Pick<Deps, 'workers' | 'participants' | 'clock'>;

/** Changes that are younger than this are still in progress. */
const inProgressMs = 5_000;
const batchSize = 100;

/** Blocks a worker from the jobs of the organization. A repeated call changes nothing. NOT_FOUND as in `findWorker`. */
export async function blockWorker(
  deps: BlockDeps & Pick<Deps, 'answers'>,
  call: CallContext,
  { workerId, reason }: { readonly workerId: string; readonly reason: string },
): Promise<CountedWorker> {
  const worker = await findWorker(deps, call, workerId);
  await deps.workers.setBlocked(worker, { isBlocked: true, reason, call, now: deps.clock.now() });
  await syncBlock(deps, worker);
  return getWorker(deps, call, workerId);
}

/** Allows a blocked worker to claim again. A repeated call changes nothing. NOT_FOUND as in `findWorker`. */
export async function unblockWorker(deps: BlockDeps, call: CallContext, workerId: string): Promise<void> {
  const worker = await findWorker(deps, call, workerId);
  const now = deps.clock.now();
  await deps.workers.setBlocked(worker, { isBlocked: false, reason: undefined, call, now });
  await syncBlock(deps, worker);
}

/** Completes blocks whose process died before all participants had them. */
export async function completeBlocks(deps: BlockDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - inProgressMs);
  for (const worker of await deps.workers.listUnsyncedBlocks(before, batchSize))
    await syncBlock(deps, worker);
}

/** Gives the participants of a worker its block, until it has not changed meanwhile. */
async function syncBlock(
  { workers, participants }: BlockDeps,
  { organizationId, id }: Pick<Worker, 'organizationId' | 'id'>,
): Promise<void> {
  await retryOnConflict(async () => {
    const worker = await workers.find(organizationId, id);
    if (worker === undefined) return true;
    await participants.setBlocked(organizationId, id, worker.isBlocked);
    return workers.markBlockSynced(worker);
  });
}
