import type { Collection } from 'mongodb';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import { appendEvents, newOutbox } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { JobNews } from '../../domain/crowd/job/job-news.ts';
import type { Job } from '../../domain/crowd/job/job.ts';
import { listJobEvents, listRunClosings } from '../../events/job-events.ts';
import { after, jobCollection, jobMapper, projection } from './job-document.ts';
import type { JobDocument } from './job-document.ts';

/** The writes of jobs of runs. */
export interface JobRuns {
  /** Inserts a job of a run with its first event. False if a job, or the place of one, has the id. */
  insertRequested(job: Job): Promise<boolean>;
  /** Takes the place of a job whose run closed it before it requested answers, with the event of the close. False as above. */
  insertUnrequested(job: Job): Promise<boolean>;
  /** Shows the closed job in the place that was taken for it. Undefined if no place was taken. */
  showUnrequested(job: Job): Promise<Job | undefined>;
  /** Lists the jobs of a run, hidden ones included. */
  listOfRun(organizationId: string, runId: string): Promise<readonly Job[]>;
  /** Publishes the price of the answers to a closed job again. */
  publishClosing(job: Job): Promise<void>;
  /** Lists jobs of runs whose end is not complete, hidden ones included. */
  listUnclosed(limit: number): Promise<readonly Job[]>;
}

const { toDocument, toDomain, toFields } = jobMapper;

export function createJobRuns(collection: Collection<JobDocument>, relay: Pick<Relay, 'notify'>): JobRuns {
  const insert = async (job: Job, news: JobNews, extra: Partial<JobDocument> = {}) => {
    const events = listJobEvents(job, news);
    const document = toDocument(job, { ...extra, ...newOutbox(...events), published: events });
    if (!(await insertNew(collection, document))) return false;
    relay.notify(jobCollection, job.id);
    return true;
  };
  return {
    insertRequested: (job) =>
      insert(job, { change: { name: job.status === 'archived' ? 'job.archived' : 'job.created' } }),
    insertUnrequested: (job) => insert(job, { isRunClosed: true }, { status: 'unrequested' }),
    async showUnrequested({ id: _id, organizationId, run, ...job }) {
      const stage = run && { 'run.stageSlug': run.stageSlug, 'run.stageId': run.stageId };
      const filter = { _id, organizationId, status: 'unrequested' } as const;
      const found = await collection.findOneAndUpdate(
        filter,
        { $set: { ...toFields(job), ...stage } },
        after,
      );
      return found === null ? undefined : toDomain(found);
    },
    async listOfRun(organizationId, runId) {
      const found = await collection.find({ 'run.runId': runId }, { projection }).toArray();
      return found.map(toDomain).filter((job) => job.organizationId === organizationId);
    },
    async publishClosing(job) {
      const events = listRunClosings(job);
      if (events.length === 0) return;
      await collection.updateOne({ _id: job.id }, appendEvents(...events));
      relay.notify(jobCollection, job.id);
    },
    async listUnclosed(limit) {
      const ends = { $in: ['finished' as const, 'expired' as const, 'archived' as const] };
      const found = collection.find({ 'run.isOpen': true, status: ends }, { projection });
      return (await found.limit(limit).toArray()).map(toDomain);
    },
  };
}
