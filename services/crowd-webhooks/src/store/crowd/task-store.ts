import type { Collection, Db, Filter } from 'mongodb';
import { findDuplicates, isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import { findPage } from '@assay/chassis/mongo/find-page';
import type { ListOrder } from '@assay/chassis/mongo/find-page';
import { removeInBatches } from '@assay/chassis/mongo/removed-with';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { JobCounts } from '../../domain/crowd/job/job.ts';
import type { Task } from '../../domain/crowd/task/task.ts';
import { countRepetitions, countTasks } from './count-tasks.ts';
import type { RepetitionGroup } from './count-tasks.ts';
import { taskCollection, toTask, toTaskDocument } from './task-document.ts';
import type { TaskDocument } from './task-document.ts';

/** The search for a task that a worker may claim. */
export interface FreeTaskQuery {
  readonly jobId: string;
  readonly workerId: string;
  readonly isGolden: boolean;
  /** The place after which the search begins. It goes on from the first task. */
  readonly afterPlace: number;
  /** True for tasks of which the worker has never had a claim. */
  readonly isNewToWorker: boolean;
  readonly limit: number;
}

export interface TaskStore {
  /** Inserts the tasks of a new job. Those that an interrupted attempt inserted stay. */
  insertMany(tasks: readonly Task[]): Promise<void>;
  find(jobId: string, taskId: string): Promise<Task | undefined>;
  /** Finds the task that has a claim, in any state. */
  findByClaim(claimId: string): Promise<Task | undefined>;
  /** Finds the next tasks with a free slot that the worker may claim. A search with a small limit does not go on once it has found one. */
  findFree(query: FreeTaskQuery): Promise<readonly Task[]>;
  /** Returns true if the job has a free slot, golden tasks apart. */
  hasFree(jobId: string): Promise<boolean>;
  /** Returns true if a slot of the job is free, unopened or claimed, golden tasks apart. */
  isUnfinished(jobId: string): Promise<boolean>;
  /** Returns true if a task of the job has fewer repetitions, golden tasks apart. */
  hasFewer(jobId: string, repetitions: number): Promise<boolean>;
  /** Stores a changed task under its next revision. False if it changed meanwhile, or if another task has the same claim. */
  replace(task: Task): Promise<boolean>;
  /** Lists tasks of a job with open claims that have expired. */
  listExpired(jobId: string, now: Date, limit: number): Promise<readonly Task[]>;
  /** Lists jobs with open claims that have expired. */
  listJobsWithExpired(now: Date, limit: number): Promise<readonly string[]>;
  /** Lists tasks with slots that are free or unopened, golden tasks apart. */
  listUnused(jobId: string, limit: number): Promise<readonly Task[]>;
  /** Lists tasks of all jobs with holds that are in progress since before this time. */
  listWithHolds(before: Date, limit: number): Promise<readonly Task[]>;
  /** Returns true if a task of the job has a hold that is in progress. */
  hasPendingHold(jobId: string): Promise<boolean>;
  /** Counts the tasks of a job and their slots, by the repetitions that they have, golden tasks apart. */
  countRepetitions(jobId: string): Promise<readonly RepetitionGroup[]>;
  /** Lists tasks that show a file and are not closed for good. */
  listOfFile(organizationId: string, fileId: string, limit: number): Promise<readonly Task[]>;
  /** Lists all tasks of a job by place. */
  readAll(jobId: string): AsyncIterable<Task>;
  /** Lists the tasks of a job whose variants have lower numbers, the last one first. */
  list(jobId: string, beforeVariant: number, page: Page): Promise<PageOf<Task>>;
  /** Counts the slots of jobs. Jobs without tasks are missing. */
  count(jobIds: readonly string[]): Promise<ReadonlyMap<string, JobCounts>>;
  removeJob(jobId: string): Promise<void>;
}

const byVariant: ListOrder<TaskDocument> = {
  sort: { variantIndex: -1 },
  encodePosition: ({ variantIndex }) => variantIndex.toString(),
  filterAfter: (position) =>
    /^\d{1,9}$/u.test(position) ? { variantIndex: { $lt: Number(position) } } : undefined,
};

const batchSize = 1_000;

export function createTaskStore(db: Db): TaskStore {
  const collection = db.collection<TaskDocument>(taskCollection);
  const read = async (filter: Filter<TaskDocument>, limit: number) =>
    (await collection.find(filter).limit(limit).toArray()).map(toTask);
  const findOne = async (filter: Filter<TaskDocument>) => {
    const found = await collection.findOne(filter);
    return found === null ? undefined : toTask(found);
  };
  const exists = async (filter: Filter<TaskDocument>) =>
    (await collection.findOne(filter, { projection: { _id: 1 } })) !== null;
  return {
    async insertMany(tasks) {
      for (let start = 0; start < tasks.length; start += batchSize)
        await insertBatch(collection, tasks.slice(start, start + batchSize));
    },
    find: (jobId, _id) => findOne({ _id, jobId }),
    findByClaim: (claimId) => findOne({ claimIds: claimId }),
    findFree: (query) => findFree(collection, query),
    hasFree: (jobId) => exists({ jobId, isGolden: false, hasFree: true }),
    isUnfinished: (jobId) => exists({ jobId, isGolden: false, isUnfinished: true }),
    hasFewer: (jobId, repetitions) => exists({ jobId, isGolden: false, repetitions: { $lt: repetitions } }),
    replace: (task) => replaceTask(collection, task),
    listExpired: (jobId, now, limit) => read({ jobId, nextExpiry: { $lte: now } }, limit),
    async listJobsWithExpired(now, limit) {
      const options = { projection: { jobId: 1 } };
      const found = collection.find({ nextExpiry: { $lte: now } }, options).sort({ nextExpiry: 1 });
      return [...new Set((await found.limit(limit).toArray()).map(({ jobId }) => jobId))];
    },
    listUnused: (jobId, limit) =>
      read(
        { jobId, isGolden: false, isUnfinished: true, $or: [{ hasFree: true }, { unopened: { $gt: 0 } }] },
        limit,
      ),
    hasPendingHold: (jobId) => exists({ jobId, 'pendingHolds.since': { $gt: new Date(0) } }),
    countRepetitions: (jobId) => countRepetitions(collection, jobId),
    listWithHolds: (before, limit) => read({ 'pendingHolds.since': { $lt: before } }, limit),
    listOfFile: (organizationId, fileId, limit) =>
      read({ organizationId, 'variant.fileIds': fileId, isClosedForGood: { $ne: true } }, limit),
    async *readAll(jobId) {
      for await (const document of collection.find({ jobId }).sort({ place: 1 })) yield toTask(document);
    },
    async list(jobId, beforeVariant, page) {
      const filter = { jobId, variantIndex: { $lt: beforeVariant } };
      const { items, ...facts } = await findPage(collection, { filter, order: byVariant }, page);
      return { items: items.map(toTask), ...facts };
    },
    count: (jobIds) => countTasks(collection, jobIds),
    async removeJob(jobId) {
      await removeInBatches(collection, { jobId });
    },
  };
}

async function insertBatch(collection: Collection<TaskDocument>, tasks: readonly Task[]): Promise<void> {
  try {
    await collection.insertMany(tasks.map(toTaskDocument), { ordered: false, ignoreUndefined: true });
  } catch (error) {
    if (findDuplicates(error) === undefined) throw error;
  }
}

/** A search for so few tasks needs one of them. */
const fewTasks = 2;

/** Searches from a place on, and then from the first task. */
async function findFree(
  collection: Collection<TaskDocument>,
  { jobId, workerId, isGolden, afterPlace, isNewToWorker, limit }: FreeTaskQuery,
): Promise<readonly Task[]> {
  const filter: Filter<TaskDocument> = {
    jobId,
    isGolden,
    hasFree: true,
    workers: { $ne: workerId },
    ...(isNewToWorker && { returners: { $ne: workerId } }),
  };
  const search = async (place: Filter<TaskDocument>, count: number) =>
    await collection
      .find({ ...filter, ...place })
      .sort({ place: 1 })
      .limit(count)
      .toArray();
  const found = await search({ place: { $gt: afterPlace } }, limit);
  const isEnough = limit <= fewTasks ? found.length > 0 : found.length === limit;
  if (!isEnough) found.push(...(await search({ place: { $lte: afterPlace } }, limit - found.length)));
  return found.map(toTask);
}

async function replaceTask(collection: Collection<TaskDocument>, task: Task): Promise<boolean> {
  const { id: _id, jobId, revision } = task;
  const document = toTaskDocument({ ...task, revision: revision + 1 });
  try {
    const options = { ignoreUndefined: true };
    const { matchedCount } = await collection.replaceOne({ _id, jobId, revision }, document, options);
    return matchedCount === 1;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
