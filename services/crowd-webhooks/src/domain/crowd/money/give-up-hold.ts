import { createServiceCall } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../../deps.ts';
import type { Job } from '../job/job.ts';
import type { Task } from '../task/task.ts';
import { isRefusal } from './hold-refusal.ts';
import { withHold, withoutHold } from './pending-hold.ts';
import type { PendingHold } from './pending-hold.ts';

/** A job or a task that names holds. */
export interface HoldOwner {
  readonly organizationId: string;
  readonly jobId: string;
  readonly pendingHolds: readonly PendingHold[];
  /** Stores other holds. Undefined if the owner changed meanwhile. */
  store(holds: readonly PendingHold[]): Promise<HoldOwner | undefined>;
}

export function ownByJob(jobs: Pick<Deps['jobs'], 'update'>, job: Job): HoldOwner {
  const { id: jobId, organizationId, pendingHolds } = job;
  return {
    organizationId,
    jobId,
    pendingHolds,
    async store(holds) {
      const stored = await jobs.update(job, { pendingHolds: holds });
      return stored && ownByJob(jobs, stored);
    },
  };
}

export function ownByTask(tasks: Pick<Deps['tasks'], 'replace'>, task: Task): HoldOwner {
  const { organizationId, jobId, pendingHolds = [] } = task;
  return {
    organizationId,
    jobId,
    pendingHolds,
    async store(holds) {
      const changed = { ...task, pendingHolds: holds };
      if (!(await tasks.replace(changed))) return undefined;
      return ownByTask(tasks, { ...changed, revision: task.revision + 1 });
    },
  };
}

type BillingDeps = Pick<Deps, 'billing'>;

/**
 * Releases a hold that its owner names and forgets it. Each step can be repeated: no write can use the hold, then billing releases it and
 * refuses it if it arrives later, then the owner forgets it. False if the owner changed meanwhile.
 */
export async function releaseHold(
  { billing }: BillingDeps,
  owner: HoldOwner,
  hold: PendingHold,
): Promise<boolean> {
  const abandoned = hold.isAbandoned
    ? owner
    : await owner.store(withHold(owner.pendingHolds, { ...hold, isAbandoned: true }));
  if (abandoned === undefined) return false;
  if (hold.amountCents > 0) {
    const call = createServiceCall('crowd-webhooks', owner.organizationId);
    await billing.releaseRaise(call, { jobId: owner.jobId, holdId: hold.holdId });
  }
  return (await abandoned.store(withoutHold(abandoned.pendingHolds, hold))) !== undefined;
}

/**
 * Takes back a hold whose slots were not stored, if its owner still names it. A refusal of billing is certain to have held nothing. If this
 * fails too, the sweep goes on, and the first error counts.
 */
export async function giveUpHold(
  deps: BillingDeps & Pick<Deps, 'logger'>,
  { hold, findOwner, error }: AbandonedHold,
): Promise<void> {
  try {
    await retryOnConflict(async () => {
      const owner = await findOwner();
      const current = owner?.pendingHolds.find(({ holdId }) => holdId === hold.holdId);
      if (owner === undefined || current === undefined) return true;
      if (!isRefusal(error)) return releaseHold(deps, owner, current);
      return (await owner.store(withoutHold(owner.pendingHolds, hold))) !== undefined;
    });
  } catch (failure) {
    deps.logger.warn({ err: failure, holdId: hold.holdId }, 'a hold without slots is left to the sweep');
  }
}

interface AbandonedHold {
  readonly hold: PendingHold;
  readonly findOwner: () => Promise<HoldOwner | undefined>;
  /** The reason why the slots were not stored. Undefined if they are not needed. */
  readonly error: unknown;
}

/** The hold was released, because its call took too long. */
export function holdWasReleased(): DomainError {
  return new DomainError(
    'ABORTED',
    'CONCURRENT_CHANGE',
    'The call took too long, and its money was released. Send the request again.',
  );
}
