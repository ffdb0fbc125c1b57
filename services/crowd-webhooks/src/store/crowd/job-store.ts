import type { Collection, Db, Filter } from 'mongodb';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { Page, PageOf } from '@assay/chassis/pagination';
import { seconds } from '@assay/chassis/units';
import { countPaidGolden } from '../../domain/crowd/job/job.ts';
import type { Job, JobStatus } from '../../domain/crowd/job/job.ts';
import type { JobNews } from '../../domain/crowd/job/job-news.ts';
import { listJobEvents } from '../../events/job-events.ts';
import { accepted, after, appendJobEvents, jobCollection, jobMapper, projection } from './job-document.ts';
import type { JobDocument } from './job-document.ts';
import { createRemovals } from './job-removals.ts';
import type { JobRemovals } from './job-removals.ts';
import { createJobRuns } from './job-runs.ts';
import type { JobRuns } from './job-runs.ts';
import { createStarts } from './job-starts.ts';
import type { JobStarts } from './job-starts.ts';

/** The changes of a job that one write makes. */
export type JobUpdate = Partial<Omit<Job, 'id' | 'organizationId' | 'projectId' | 'revision'>>;

export interface JobFilter {
  readonly projectId: string | undefined;
  readonly status: JobStatus | undefined;
}

export interface JobStore extends JobStarts, JobRuns, JobRemovals {
  /** Finds a job of any organization. Only for callers who are not its members. */
  find(jobId: string): Promise<Job | undefined>;
  findOwn(organizationId: string, jobId: string): Promise<Job | undefined>;
  list(organizationId: string, filter: JobFilter, page: Page): Promise<PageOf<Job>>;
  /** Lists jobs that can be claimed: those of an organization, and those for everyone. Newest first. */
  listAssignable(organizationId: string, now: Date, limit: number): Promise<readonly Job[]>;
  /** Stores a change under the next revision. Undefined if the job changed meanwhile. */
  update(job: Job, change: JobUpdate, news?: JobNews): Promise<Job | undefined>;
  /** Begins the rejection of an answer. Undefined while another one is in progress; one that began 10 s ago has died. */
  beginRejection(job: Job, answerId: string, now: Date): Promise<Job | undefined>;
  endRejection(jobId: string, answerId: string): Promise<void>;
  /** Counts a claim of a golden task. False if the job pays for no more of them. */
  countGoldenClaim(job: Job): Promise<boolean>;
  /** Lists jobs whose status follows from their slots and whose time has passed. */
  listOverdue(now: Date, limit: number): Promise<readonly Job[]>;
  /** Lists jobs with holds that are in progress since before this time, those of deleted projects included. */
  listWithHolds(before: Date, limit: number): Promise<readonly Job[]>;
  /** Lists jobs that are assignable or have no tasks, in the order of their ids. Only a review moves a finished one. */
  listMoving(afterId: string, limit: number): Promise<readonly Job[]>;
}

const { toDomain, toFields } = jobMapper;

/** The time after which a rejection in progress counts as dead. */
const rejectionMs = seconds(10);

export function createJobStore(db: Db, relay: Pick<Relay, 'notify'>): JobStore {
  const collection = db.collection<JobDocument>(jobCollection);
  return {
    ...createStarts(collection, relay),
    ...createJobRuns(collection, relay),
    ...createReads(collection),
    async update(job, change, news = {}) {
      const { id: _id, revision } = job;
      const events = listJobEvents({ ...job, ...change }, news);
      const found = await collection.findOneAndUpdate(
        { _id, revision },
        {
          $set: { ...toFields(change), revision: revision + 1 },
          ...appendJobEvents(...events),
        },
        after,
      );
      if (found === null) return undefined;
      if (events.length > 0) relay.notify(jobCollection, _id);
      return toDomain(found);
    },
    async beginRejection({ id: _id }, answerId, now) {
      const died = new Date(now.getTime() - rejectionMs);
      const free = [{ rejecting: { $exists: false } }, { 'rejecting.since': { $lt: died } }];
      const update = { $set: { rejecting: { answerId, since: now } } };
      const found = await collection.findOneAndUpdate({ _id, $or: free }, update, after);
      return found === null ? undefined : toDomain(found);
    },
    async endRejection(_id, answerId) {
      await collection.updateOne({ _id, 'rejecting.answerId': answerId }, { $unset: { rejecting: '' } });
    },
    async countGoldenClaim(job) {
      const filter = { _id: job.id, goldenClaims: { $lt: countPaidGolden(job) } };
      const { matchedCount } = await collection.updateOne(filter, { $inc: { goldenClaims: 1 } });
      return matchedCount === 1;
    },
    ...createRemovals(collection, relay),
  };
}

type Reads = Pick<
  JobStore,
  'find' | 'findOwn' | 'list' | 'listAssignable' | 'listOverdue' | 'listWithHolds' | 'listMoving'
>;

function createReads(collection: Collection<JobDocument>): Reads {
  const findOne = async (filter: Filter<JobDocument>) => {
    const found = await collection.findOne(filter, { projection });
    return found === null ? undefined : toDomain(found);
  };
  const read = async (filter: Filter<JobDocument>, sort: Record<string, 1 | -1>, limit: number) =>
    (await collection.find(filter, { projection }).sort(sort).limit(limit).toArray()).map(toDomain);
  return {
    find: (_id) => findOne({ _id, ...accepted }),
    findOwn: (organizationId, _id) => findOne({ _id, organizationId, ...accepted }),
    async list(organizationId, { projectId, status }, page) {
      const filter = {
        ...accepted,
        organizationId,
        status: status ?? accepted.status,
        ...(projectId !== undefined && { projectId }),
      };
      const { items, ...facts } = await findPage(
        collection,
        { filter, order: newestFirst, projection },
        page,
      );
      return { items: items.map(toDomain), ...facts };
    },
    async listAssignable(organizationId, now, limit) {
      const filter = { ...accepted, status: 'assignable' as const, validUntil: { $gt: now } };
      // Each query has an index in its order. One query for both would sort all assignable jobs.
      const [own, others] = await Promise.all([
        read({ ...filter, organizationId }, newestFirst.sort, limit),
        read({ ...filter, audience: 'everyone' }, newestFirst.sort, limit),
      ]);
      return [...own, ...others.filter((job) => job.organizationId !== organizationId)]
        .toSorted(compareNewest)
        .slice(0, limit);
    },
    listOverdue: (now, limit) =>
      read({ ...accepted, status: 'assignable', validUntil: { $lte: now } }, { validUntil: 1 }, limit),
    listWithHolds: (before, limit) =>
      read({ 'pendingHolds.since': { $lt: before } }, { 'pendingHolds.since': 1 }, limit),
    listMoving: (afterId, limit) =>
      read(
        { ...accepted, _id: { $gt: afterId }, status: { $in: ['assignable', 'no_tasks'] } },
        { _id: 1 },
        limit,
      ),
  };
}

/** Compares jobs as `newestFirst` sorts them. */
function compareNewest(one: Job, other: Job): number {
  const difference = other.createdAt.getTime() - one.createdAt.getTime();
  return difference === 0 ? (one.id < other.id ? 1 : -1) : difference;
}
