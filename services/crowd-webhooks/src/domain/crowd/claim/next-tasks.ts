import { randomInt } from 'node:crypto';
import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../../deps.ts';
import { countPaidGolden } from '../job/job.ts';
import type { Job } from '../job/job.ts';
import { expireJobClaims } from '../job/settle-job.ts';
import type { Task } from '../task/task.ts';
import type { Participant } from '../worker/worker.ts';
import { computeGoldenShare } from './golden-share.ts';
import { findClosedFiles } from './withdraw-claim.ts';

type SearchDeps = Pick<Deps, 'jobs' | 'tasks' | 'workLinks' | 'clock'>;

/** A worker who looks for a task in a job. */
interface Search {
  readonly job: Job;
  readonly participant: Participant;
}

/** A task that the worker may claim. */
interface NextTask {
  readonly task: Task;
  /** False if the search found no other task, so that the job may have no free task afterwards. */
  readonly hasOthers: boolean;
}

/**
 * Finds the next task for a worker at random, so that workers meet on few tasks and the order says nothing about golden tasks. A golden task
 * comes in place of an ordinary one, or after all of them, and never after a call that found nothing. Tasks with files that the caller may not see are passed over.
 */
export async function findNextTask(
  deps: SearchDeps,
  call: CallContext,
  search: Search,
): Promise<NextTask | undefined> {
  const ordinary = await findOrdinary(deps, call, search);
  const hasAnsweredAll = search.participant.answered >= search.job.variantCount;
  if (ordinary === undefined && !hasAnsweredAll) return undefined;
  if (!rollGolden(search)) return ordinary;
  const golden = await findVisible(deps, call, { ...search, isGolden: true });
  return golden !== undefined && (await deps.jobs.countGoldenClaim(search.job)) ? golden : ordinary;
}

async function findOrdinary(deps: SearchDeps, call: CallContext, search: Search) {
  const query = { ...search, isGolden: false };
  const found = await findVisible(deps, call, query);
  if (found !== undefined) return found;
  await expireJobClaims(deps, search.job);
  return findVisible(deps, call, query);
}

interface Query extends Search {
  readonly isGolden: boolean;
}

/** Tasks that the worker has returned come last. */
async function findVisible(deps: SearchDeps, call: CallContext, query: Query): Promise<NextTask | undefined> {
  return (
    (await searchTasks(deps, call, { ...query, isNewToWorker: true })) ??
    (await searchTasks(deps, call, { ...query, isNewToWorker: false }))
  );
}

/** One task more than needed says that the task is not the last one. */
const fewTasks = 2;
/** The numbers of tasks that one search after the other reads, as long as all of them are closed to the worker. */
const searchLimits = [fewTasks, 50, 1_000];

async function searchTasks(
  { tasks, workLinks }: SearchDeps,
  call: CallContext,
  { job, participant: { workerId }, ...query }: Query & { readonly isNewToWorker: boolean },
): Promise<NextTask | undefined> {
  const { id: jobId, variantCount, goldenCount = 0 } = job;
  const afterPlace = randomInt(variantCount + goldenCount) - 1;
  for (const limit of searchLimits) {
    const found = await tasks.findFree({ ...query, jobId, workerId, afterPlace, limit });
    const fileIds = found.flatMap(({ variant }) => variant.fileIds);
    const closed = await findClosedFiles({ workLinks }, call, { job, fileIds });
    const task = found.find(({ variant }) => !variant.fileIds.some((id) => closed.has(id)));
    if (task !== undefined) return { task, hasOthers: found.length > 1 };
    const isAll = found.length === 0 || (limit > fewTasks && found.length < limit);
    if (isAll) return undefined;
  }
  return undefined;
}

/** Decides whether a golden task comes in place of an ordinary one. */
function rollGolden({ job, participant }: Search): boolean {
  if (job.goldenTaskRatio === 0 || job.goldenClaims >= countPaidGolden(job)) return false;
  return randomInt(1_000_000) < computeGoldenShare(job, participant) * 1_000_000;
}
