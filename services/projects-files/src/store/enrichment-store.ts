import type { Db, Filter, WithId } from 'mongodb';
import { appendEvents } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import { overdueAfterMs, stalledError } from '@assay/chassis/redrive';
import type { UnfinishedUnit, UnfinishedWork } from '@assay/chassis/redrive';
import type { EnrichmentOutcome, EnrichmentStatus, File } from '../domain/file/file.ts';
import { enrichmentRequested, fileEnriched } from '../events/file-events.ts';
import { toFile } from './file-document.ts';
import type { FileDocument } from './file-document.ts';
import { fileCollection } from './file-store.ts';

/** A file that is not done, as it was listed. */
export interface UnfinishedFile extends UnfinishedUnit {
  readonly file: File;
  readonly dueAt: Date | undefined;
  /** Whether an event of it still waits to be published. */
  readonly hasOutbox: boolean;
}

/** Files as work: what waits to be read, is being read, or was forgotten. */
export interface EnrichmentStore extends UnfinishedWork<UnfinishedFile> {
  /** Marks a file that is not done as being read; undefined when it is done or gone. */
  start(organizationId: string, fileId: string, now: Date): Promise<File | undefined>;
  /** Records the outcome with FileEnriched in the outbox; false when another worker did before. */
  finish(file: File, outcome: EnrichmentOutcome, now: Date): Promise<boolean>;
}

const unfinished: EnrichmentStatus[] = ['pending', 'running'];
/** Longer than any file takes that is still being read. */
const leaseMs = 600_000;

export function createEnrichmentStore(db: Db, relay: Pick<Relay, 'notify'>): EnrichmentStore {
  const files = db.collection<FileDocument>(fileCollection);

  async function finish(file: File, outcome: EnrichmentOutcome, now: Date): Promise<boolean> {
    const { id, organizationId } = file;
    const { modifiedCount } = await files.updateOne(
      { _id: id, organizationId, enrichmentStatus: { $in: unfinished } },
      {
        $set: { ...toFields(outcome), updatedAt: now },
        $unset: { dueAt: true, overdueSince: true },
        ...appendEvents(fileEnriched(file, outcome.kind === 'completed', now)),
      },
    );
    if (modifiedCount === 1) relay.notify(fileCollection, id);
    return modifiedCount === 1;
  }

  return {
    async start(organizationId, fileId, now) {
      const found = await files.findOneAndUpdate(
        { _id: fileId, organizationId, enrichmentStatus: { $in: unfinished } },
        {
          $set: { enrichmentStatus: 'running', updatedAt: now, dueAt: after(now, leaseMs) },
          $unset: { overdueSince: true },
        },
        { returnDocument: 'after' },
      );
      return found === null ? undefined : toFile(found);
    },
    finish,
    async listOverdue(now, limit) {
      const found = await files
        .find({ enrichmentStatus: { $in: unfinished }, dueAt: { $not: { $gt: now } } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .toArray();
      return found.map(toUnfinished);
    },
    async isMoving(now) {
      const moving = { enrichmentStatus: 'running', dueAt: { $gt: now } } as const;
      return (await files.findOne(moving, { projection: { _id: 1 } })) !== null;
    },
    async askAgain(unit, { now, overdueSince }) {
      const { id, file, hasOutbox } = unit;
      const request = hasOutbox ? [] : [enrichmentRequested(file, undefined)];
      const { modifiedCount } = await files.updateOne(asListed(unit), {
        $set: {
          dueAt: after(now, overdueAfterMs),
          ...(overdueSince === undefined ? {} : { overdueSince }),
        },
        ...appendEvents(...request),
      });
      if (modifiedCount === 1) relay.notify(fileCollection, id);
      return modifiedCount === 1;
    },
    end: ({ file }, now) => finish(file, { kind: 'failed', reason: stalledError }, now),
    async makeOverdue() {
      await files.updateMany({ enrichmentStatus: { $in: unfinished } }, { $set: { dueAt: new Date(0) } });
    },
  };
}

function asListed({ id, organizationId, file, dueAt }: UnfinishedFile): Filter<FileDocument> {
  const { enrichmentStatus } = file;
  return { _id: id, organizationId, enrichmentStatus, dueAt: dueAt ?? { $exists: false } };
}

function toUnfinished(document: WithId<FileDocument>): UnfinishedFile {
  const { _id: id, organizationId, dueAt, overdueSince, outbox = [] } = document;
  return { id, organizationId, dueAt, overdueSince, hasOutbox: outbox.length > 0, file: toFile(document) };
}

function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

function toFields(
  outcome: EnrichmentOutcome,
): Pick<FileDocument, 'enrichmentStatus' | 'enrichment' | 'enrichmentError'> {
  return outcome.kind === 'completed'
    ? { enrichmentStatus: 'completed', enrichment: outcome.enrichment, enrichmentError: null }
    : { enrichmentStatus: 'failed', enrichment: null, enrichmentError: outcome.reason };
}
