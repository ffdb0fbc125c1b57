import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';
import type { AuditedCall } from '@assay/chassis/audit';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import { appendEvents, newOutbox, outboxIndexes, withoutOutbox } from '@assay/chassis/mongo/outbox';
import type { NamedOutboxDocument } from '@assay/chassis/mongo/outbox-writer';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { Page, PageOf } from '@assay/chassis/pagination';
import { seconds } from '@assay/chassis/units';
import type { Job, JobStatus, StoredStatus } from '../../domain/job/job.ts';
import type { JobNews } from '../../domain/job/job-news.ts';
import { listJobEvents, listReleaseEvents } from '../../events/job-events.ts';

export const jobCollection = 'crowd_jobs';

export const jobIndexes: readonly IndexSpec[] = [
  ...outboxIndexes,
  { key: { organizationId: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, projectId: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, status: 1, ...newestFirst.sort } },
  { key: { status: 1, validUntil: 1 } },
  { key: { status: 1, audience: 1, ...newestFirst.sort } },
  { key: { status: 1, startedAt: 1 } },
  { key: { status: 1, _id: 1 } },
  { key: { deletedAt: 1 }, sparse: true },
];

type Optional = 'inputDataSetId' | 'datasetVersionId' | 'consensusThreshold' | 'estimatedMinutes';
type Nullable = Optional | 'grantsQualification';

interface JobDocument extends NamedOutboxDocument, Omit<Mapped<Job, Nullable>, 'status'> {
  readonly status: StoredStatus;
  /** The time of the last attempt to create the job. Missing once it is accepted. */
  readonly startedAt?: Date;
  /** The time at which the job was hidden, because its project was deleted. */
  readonly deletedAt?: Date;
  /** The answer that is being rejected: a job rejects one at a time, so that the limit is exact. */
  readonly rejecting?: { readonly answerId: string; readonly since: Date };
}

/** The changes of a job that one write makes. */
export type JobUpdate = Partial<Omit<Job, 'id' | 'organizationId' | 'projectId' | 'revision'>>;

export interface JobFilter {
  readonly projectId: string | undefined;
  readonly status: JobStatus | undefined;
}

export interface JobStore {
  /** Inserts a job that no read shows. False if an earlier attempt inserted it. */
  insertUnpaid(job: Job): Promise<boolean>;
  /** Goes on with the creation of an unpaid job. Undefined if it was accepted, abandoned or removed. */
  resumeUnpaid(organizationId: string, jobId: string, now: Date): Promise<Job | undefined>;
  /** Shows an unpaid job, with its first event. False if it is no longer unpaid. */
  accept(job: Job, call: AuditedCall): Promise<boolean>;
  abandon(jobId: string, before: Date): Promise<boolean>;
  removeUnpaid(jobId: string): Promise<void>;
  listUnpaidBefore(before: Date, limit: number): Promise<readonly Job[]>;
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
  /** Lists jobs whose status follows from their slots, in the order of their ids. */
  listMoving(afterId: string, limit: number): Promise<readonly Job[]>;
  listOfProject(organizationId: string, projectId: string): Promise<readonly Job[]>;
  /** Returns true while the creation of the job has not ended. */
  isUnpaid(organizationId: string, jobId: string): Promise<boolean>;
  /** Publishes the releases of a job again. */
  publishReleases(job: Job): Promise<void>;
  /** Hides a job from all reads. */
  hide(jobId: string, now: Date): Promise<void>;
  /** Lists jobs that were hidden before this time. */
  listHidden(before: Date, limit: number): Promise<readonly Job[]>;
  /** Removes a hidden job whose events are published. */
  remove(job: Job): Promise<void>;
}

const { toDocument, toDomain, toFields } = createDocumentMapper<Job, JobDocument>({
  nullable: [
    ...(['inputDataSetId', 'datasetVersionId', 'consensusThreshold', 'estimatedMinutes'] as const),
    'grantsQualification',
  ],
  internal: ['startedAt', 'deletedAt', 'rejecting'],
});

/** The time after which a rejection in progress counts as dead. */
const rejectionMs = seconds(10);

const projection = withoutOutbox;
const hidden: StoredStatus[] = ['unpaid', 'abandoned'];
const accepted = { status: { $nin: hidden }, deletedAt: { $exists: false } };
const after = { returnDocument: 'after', projection } as const;

export function createJobStore(db: Db, relay: Pick<Relay, 'notify'>): JobStore {
  const collection = db.collection<JobDocument>(jobCollection);
  const findOne = async (filter: Filter<JobDocument>) => {
    const found = await collection.findOne(filter, { projection });
    return found === null ? undefined : toDomain(found);
  };
  const read = async (filter: Filter<JobDocument>, sort: Record<string, 1>, limit: number) =>
    (await collection.find(filter, { projection }).sort(sort).limit(limit).toArray()).map(toDomain);
  return {
    ...createStarts(collection, relay),
    find: (_id) => findOne({ _id, ...accepted }),
    findOwn: (organizationId, _id) => findOne({ _id, organizationId, ...accepted }),
    async list(organizationId, { projectId, status }, page) {
      const filter = {
        ...{ ...accepted, organizationId, status: status ?? accepted.status },
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
      const visible = [{ organizationId }, { audience: 'everyone' as const }];
      const filter = { ...accepted, status: 'assignable' as const, validUntil: { $gt: now }, $or: visible };
      const found = collection.find(filter, { projection }).sort(newestFirst.sort).limit(limit);
      return (await found.toArray()).map(toDomain);
    },
    async update(job, change, news = {}) {
      const { id: _id, revision } = job;
      const events = listJobEvents({ ...job, ...change }, news);
      const found = await collection.findOneAndUpdate(
        { _id, revision },
        {
          $set: { ...toFields(change), revision: revision + 1 },
          ...appendEvents(...events),
        } as UpdateFilter<JobDocument>,
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
    async countGoldenClaim({ id: _id, goldenSlots }) {
      const filter = { _id, goldenClaims: { $lt: goldenSlots } };
      const { matchedCount } = await collection.updateOne(filter, { $inc: { goldenClaims: 1 } });
      return matchedCount === 1;
    },
    listOverdue: (now, limit) =>
      read({ ...accepted, status: 'assignable', validUntil: { $lte: now } }, { validUntil: 1 }, limit),
    listMoving: (afterId, limit) =>
      read(
        { ...accepted, _id: { $gt: afterId }, status: { $in: ['assignable', 'no_tasks', 'finished'] } },
        { _id: 1 },
        limit,
      ),
    ...createRemovals(collection, relay),
  };
}

type Starts = Pick<
  JobStore,
  'insertUnpaid' | 'resumeUnpaid' | 'accept' | 'abandon' | 'removeUnpaid' | 'listUnpaidBefore'
>;

function createStarts(collection: Collection<JobDocument>, relay: Pick<Relay, 'notify'>): Starts {
  const unpaid = { status: 'unpaid' } as const;
  return {
    insertUnpaid: (job) =>
      insertNew(collection, toDocument(job, { ...unpaid, startedAt: job.createdAt, ...newOutbox() })),
    async resumeUnpaid(organizationId, _id, startedAt) {
      const found = await collection.findOneAndUpdate(
        { _id, organizationId, ...unpaid },
        { $set: { startedAt } },
        after,
      );
      return found === null ? undefined : { ...toDomain(found), status: 'assignable' };
    },
    async accept(job, call) {
      const { id: _id, createdAt: at } = job;
      const news = { change: { name: 'job.created' }, call, audited: 'crowd_job.create' };
      const events = listJobEvents({ ...job, updatedAt: at }, news);
      const update = { $set: { status: job.status }, $unset: { startedAt: '' }, ...appendEvents(...events) };
      const { matchedCount } = await collection.updateOne(
        { _id, ...unpaid },
        update as UpdateFilter<JobDocument>,
      );
      if (matchedCount === 1) relay.notify(jobCollection, _id);
      return matchedCount === 1;
    },
    async abandon(_id, before) {
      const filter = { _id, status: { $in: [...hidden] }, startedAt: { $lt: before } };
      const { matchedCount } = await collection.updateOne(filter, { $set: { status: 'abandoned' } });
      return matchedCount === 1;
    },
    async removeUnpaid(_id) {
      await collection.deleteOne({ _id, status: { $in: [...hidden] } });
    },
    async listUnpaidBefore(before, limit) {
      const filter = { status: { $in: [...hidden] }, startedAt: { $lt: before } };
      const found = collection.find(filter, { projection }).sort({ startedAt: 1 });
      return (await found.limit(limit).toArray()).map(toDomain);
    },
  };
}

type Removals = Pick<
  JobStore,
  'listOfProject' | 'isUnpaid' | 'publishReleases' | 'hide' | 'listHidden' | 'remove'
>;

function createRemovals(collection: Collection<JobDocument>, relay: Pick<Relay, 'notify'>): Removals {
  return {
    async listOfProject(organizationId, projectId) {
      const found = collection.find({ organizationId, projectId, ...accepted }, { projection });
      return (await found.toArray()).map(toDomain);
    },
    async isUnpaid(organizationId, _id) {
      const filter = { _id, organizationId, status: { $in: [...hidden] } };
      return (await collection.findOne(filter, { projection: { _id: 1 } })) !== null;
    },
    async publishReleases(job) {
      const events = job.unitCents === 0 ? [] : listReleaseEvents(job);
      if (events.length === 0) return;
      await collection.updateOne({ _id: job.id }, appendEvents(...events) as UpdateFilter<JobDocument>);
      relay.notify(jobCollection, job.id);
    },
    async hide(_id, deletedAt) {
      await collection.updateOne({ _id, deletedAt: { $exists: false } }, { $set: { deletedAt } });
    },
    async listHidden(before, limit) {
      const found = collection.find({ deletedAt: { $lt: before } }, { projection });
      return (await found.limit(limit).toArray()).map(toDomain);
    },
    async remove({ id: _id }) {
      await collection.deleteOne({ _id, deletedAt: { $exists: true }, 'outbox.0': { $exists: false } });
    },
  };
}
