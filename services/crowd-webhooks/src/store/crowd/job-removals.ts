import type { Collection } from 'mongodb';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { appendEvents } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { Job } from '../../domain/crowd/job/job.ts';
import { buildSurplusRelease, listReleaseEvents } from '../../events/job-events.ts';
import type { SurplusRelease } from '../../events/job-events.ts';
import { accepted, hidden, jobCollection, jobMapper, projection } from './job-document.ts';
import type { JobDocument } from './job-document.ts';

/** The end of a job: its money, and its removal with its project. */
export interface JobRemovals {
  /** Lists the jobs of a project, also those that are hidden already. */
  listOfProject(organizationId: string, projectId: string): Promise<readonly Job[]>;
  /** Finds a job, also a hidden one. */
  findEvenHidden(jobId: string): Promise<Job | undefined>;
  /** Returns true while the creation of the job has not ended. */
  isUnpaid(organizationId: string, jobId: string): Promise<boolean>;
  /** Publishes the releases of a job again. */
  publishReleases(job: Job): Promise<void>;
  /** Publishes the release of money that was held beyond the slots of a job. */
  publishSurplus(job: Job, release: SurplusRelease): Promise<void>;
  /** Lists the newest events of each job that occurred at or after `since`, of every organization, in no order. */
  listEvents(since: Date): AsyncIterable<OutboxEntry>;
  /** Hides a job from all reads. */
  hide(jobId: string, now: Date): Promise<void>;
  /** Lists jobs that were hidden before this time. */
  listHidden(before: Date, limit: number): Promise<readonly Job[]>;
  /** Removes a hidden job whose events are published. */
  remove(job: Job): Promise<void>;
}

const { toDomain } = jobMapper;

export function createRemovals(
  collection: Collection<JobDocument>,
  relay: Pick<Relay, 'notify'>,
): JobRemovals {
  return {
    async listOfProject(organizationId, projectId) {
      const filter = { organizationId, projectId, status: accepted.status };
      return (await collection.find(filter, { projection }).toArray()).map(toDomain);
    },
    async findEvenHidden(_id) {
      const found = await collection.findOne({ _id, status: accepted.status }, { projection });
      return found === null ? undefined : toDomain(found);
    },
    async isUnpaid(organizationId, _id) {
      const filter = { _id, organizationId, status: { $in: [...hidden] } };
      return (await collection.findOne(filter, { projection: { _id: 1 } })) !== null;
    },
    async publishReleases(job) {
      const events = job.unitCents === 0 ? [] : listReleaseEvents(job);
      if (events.length === 0) return;
      await collection.updateOne({ _id: job.id }, appendEvents(...events));
      relay.notify(jobCollection, job.id);
    },
    async publishSurplus(job, release) {
      await collection.updateOne({ _id: job.id }, appendEvents(buildSurplusRelease(job, release)));
      relay.notify(jobCollection, job.id);
    },
    async *listEvents(since) {
      const found = collection.find(
        { 'published.occurredAt': { $gte: since } },
        { projection: { published: 1 }, promoteBuffers: true },
      );
      for await (const { published = [] } of found)
        yield* published.filter(({ occurredAt }) => occurredAt >= since);
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
