import { retryOnConflict } from '@assay/chassis/retry-on-conflict';
import type { Deps } from '../../../deps.ts';
import { closeUnusedSlots, expireClaims } from '../task/change-task.ts';
import type { Task } from '../task/task.ts';
import { completeExtension } from './add-repetitions.ts';
import type { JobNews } from './job-news.ts';
import { closeRunJob } from './close-run-job.ts';
import { countReleased, hasEnded, isRunOver, mayCloseSlots, movingStatuses } from './job.ts';
import type { Job, JobStatus } from './job.ts';

export type SettleDeps = Pick<Deps, 'jobs' | 'tasks' | 'clock'>;

const batchSize = 100;

/**
 * Brings a job to the state that follows from its slots and the time: expired claims free their slots, the status moves, slots that are no
 * longer needed are closed and their money is released. Any number of calls may do it at once, also after a crash in between.
 */
export async function settleJob(deps: SettleDeps, job: Job): Promise<Job> {
  await expireJobClaims(deps, job);
  const moved = await settleStatus(deps, job);
  if (moved.run !== undefined) return isRunOver(moved) ? closeRunJob(deps, moved) : moved;
  if (!hasEnded(moved, deps.clock.now())) return mayCloseSlots(moved) ? releaseFunds(deps, moved) : moved;
  // Slots of an extension whose process died are closed too: their money is held.
  await completeExtension(deps, moved);
  await closeUnused(deps, moved);
  return releaseFunds(deps, await settleStatus(deps, moved));
}

/** Ends the claims of a job whose time has passed. */
export async function expireJobClaims({ tasks, clock }: SettleDeps, { id }: Job): Promise<void> {
  await changeTasks(
    { tasks },
    () => tasks.listExpired(id, clock.now(), batchSize),
    (task) => expireClaims(task, clock.now()),
  );
}

/** Moves the job to the status that follows from its slots and the time, with the event of the move. */
export function settleStatus(deps: SettleDeps, job: Job): Promise<Job> {
  return retryOnConflict(async (attempt) => {
    const current = attempt === 0 ? job : await deps.jobs.find(job.id);
    if (current === undefined) return job;
    const status = await findStatus(deps, current);
    if (status === current.status) return (await isReplaced(deps, current)) ? undefined : current;
    const change = { status, updatedAt: deps.clock.now() };
    return deps.jobs.update(current, change, describeMove(current, status));
  });
}

/** An archive may come while the slots are read, and closes them: the status from before is none that the job had with these slots. */
async function isReplaced({ jobs }: SettleDeps, { id, revision }: Job): Promise<boolean> {
  const latest = await jobs.find(id);
  return latest !== undefined && latest.revision !== revision;
}

/** `finished` to `assignable` has no event, and neither has `no_tasks` to `assignable`. */
function describeMove({ status: previousStatus }: Job, status: JobStatus): JobNews {
  const names: Partial<Record<JobStatus, string>> = {
    no_tasks: 'job.no_tasks',
    finished: 'job.finished',
    expired: 'job.expired',
  };
  const name = names[status];
  return name === undefined ? {} : { change: { name, previousStatus } };
}

async function findStatus(deps: SettleDeps, job: Job): Promise<JobStatus> {
  const { status, validUntil, run } = job;
  if (!movingStatuses.has(status) || isRunOver(job)) return status;
  const isOver = validUntil <= deps.clock.now();
  if (run !== undefined && isOver) return 'expired';
  const slots = await findSlots(deps, job);
  // The run decides whether the answers suffice, and may request more.
  if (run !== undefined) return slots === 'free' ? 'assignable' : 'no_tasks';
  if (slots === 'free') {
    if (!isOver) return 'assignable';
    return status === 'finished' ? 'finished' : 'expired';
  }
  if (isOver && status === 'assignable') return 'expired';
  return slots === 'taken' ? 'no_tasks' : 'finished';
}

/**
 * Tells if a slot of a job is free, also one whose claim has expired since the last settling, or if all that are left are taken. The order of
 * the reads matters: a slot that comes free between them makes the job assignable, and never `no_tasks`.
 */
async function findSlots(deps: SettleDeps, job: Job): Promise<'free' | 'taken' | 'none'> {
  const { id } = job;
  if (await deps.tasks.hasFree(id)) return 'free';
  await expireJobClaims(deps, job);
  if (!(await deps.tasks.isUnfinished(id))) return 'none';
  return (await deps.tasks.hasFree(id)) ? 'free' : 'taken';
}

/** Closes the slots that no worker has. Their money is released with `releaseFunds`. */
export async function closeUnused({ tasks }: Pick<Deps, 'tasks'>, { id }: Pick<Job, 'id'>): Promise<void> {
  await changeTasks({ tasks }, () => tasks.listUnused(id, batchSize), closeUnusedSlots);
}

/** Changes tasks until none is listed any more. A task that another call changed is listed again. */
async function changeTasks(
  { tasks }: Pick<Deps, 'tasks'>,
  list: () => Promise<readonly Task[]>,
  change: (task: Task) => Task,
): Promise<void> {
  for (let rounds = 0; rounds < 10_000; rounds += 1) {
    const found = await list();
    if (found.length === 0) return;
    await Promise.all(found.map((task) => tasks.replace(change(task))));
  }
}

/** Releases the money of closed slots, and at the end of the job that of golden answers that nobody gave. A job of a run holds no money. */
export function releaseFunds({ jobs, tasks, clock }: SettleDeps, job: Job): Promise<Job> {
  return retryOnConflict(async (attempt) => {
    const current = attempt === 0 ? job : await jobs.find(job.id);
    if (current === undefined) return job;
    if (current.run !== undefined) return current;
    const counts = (await tasks.count([job.id])).get(job.id);
    if (counts === undefined) return current;
    const { closed, goldenAccepted, goldenClaimed } = counts;
    const unused = Math.max(current.goldenSlots - goldenAccepted - goldenClaimed, 0);
    const goldenReleased = hasEnded(current, clock.now()) ? unused : (current.goldenReleased ?? 0);
    const released = closed + goldenReleased;
    if (released <= countReleased(current)) return current;
    const now = clock.now();
    const releases = [...current.releases, { slots: released, at: now }];
    return jobs.update(
      current,
      { releases, goldenReleased, updatedAt: now },
      { isReleased: current.unitCents > 0 },
    );
  });
}
