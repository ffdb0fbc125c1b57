import type { Collection, UpdateFilter } from 'mongodb';
import type { AuditedCall } from '@assay/chassis/audit';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import { newOutbox } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { Job } from '../../domain/crowd/job/job.ts';
import { listJobEvents } from '../../events/job-events.ts';
import { after, appendJobEvents, hidden, jobCollection, jobMapper, projection } from './job-document.ts';
import type { JobDocument } from './job-document.ts';

/** The writes of a job that is being created. */
export interface JobStarts {
  /** Inserts a job that no read shows. False if an earlier attempt inserted it. */
  insertUnpaid(job: Job): Promise<boolean>;
  /** Goes on with the creation of an unpaid job. Undefined if it was accepted, abandoned or removed. */
  resumeUnpaid(organizationId: string, jobId: string, now: Date): Promise<Job | undefined>;
  /** Shows an unpaid job, with its first event. False if it is no longer unpaid. */
  accept(job: Job, call: AuditedCall): Promise<boolean>;
  abandon(jobId: string, before: Date): Promise<boolean>;
  removeUnpaid(jobId: string): Promise<void>;
  listUnpaidBefore(before: Date, limit: number): Promise<readonly Job[]>;
}

const { toDocument, toDomain } = jobMapper;

export function createStarts(collection: Collection<JobDocument>, relay: Pick<Relay, 'notify'>): JobStarts {
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
      const update = {
        $set: { status: job.status },
        $unset: { startedAt: '' },
        ...appendJobEvents(...events),
      };
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
