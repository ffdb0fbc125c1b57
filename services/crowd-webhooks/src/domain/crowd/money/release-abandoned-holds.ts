import { minutes } from '@assay/chassis/units';
import type { Deps } from '../../../deps.ts';
import { ownByJob, ownByTask, releaseHold } from './give-up-hold.ts';
import type { HoldOwner } from './give-up-hold.ts';

const abandonedAfterMs = minutes(1);
const batchSize = 100;

type SweepDeps = Pick<Deps, 'jobs' | 'tasks' | 'billing' | 'clock' | 'logger'>;

/** Releases the holds of extensions and undone rejections whose process died before their slots were stored. */
export async function releaseAbandonedHolds(deps: SweepDeps): Promise<void> {
  const { jobs, tasks } = deps;
  const before = new Date(deps.clock.now().getTime() - abandonedAfterMs);
  for (const job of await jobs.listWithHolds(before, batchSize)) {
    await releaseOldHolds(deps, ownByJob(jobs, job), before);
  }
  for (const task of await tasks.listWithHolds(before, batchSize)) {
    await releaseOldHolds(deps, ownByTask(tasks, task), before);
  }
}

/** Releases one hold of the owner: the next round continues, since each release changes the owner. */
async function releaseOldHolds(deps: SweepDeps, owner: HoldOwner, before: Date): Promise<void> {
  const hold = owner.pendingHolds.find(({ since }) => since < before);
  if (hold === undefined || !(await releaseHold(deps, owner, hold))) return;
  const { jobId, organizationId } = owner;
  deps.logger.info(
    { jobId, organizationId, holdId: hold.holdId },
    'released a hold whose slots were not stored',
  );
}
