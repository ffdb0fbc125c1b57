import type { Collection, Db, Filter, UpdateFilter, WithId } from 'mongodb';
import { appendEvents } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import { createTurns, turnIndexes } from '@assay/chassis/mongo/turns';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { overdueAfterMs, stalledError } from '@assay/chassis/work/redrive';
import type { UnfinishedUnit, UnfinishedWork } from '@assay/chassis/work/redrive';
import { leaseMs } from '@assay/chassis/work/worker';
import type { TakenUnit, WorkTurns } from '@assay/chassis/work/worker';
import type { EnrichmentOutcome, EnrichmentStatus, File } from '../domain/file/file.ts';
import { enrichmentRequested, fileEnriched } from '../events/file-events.ts';
import { toFields, toFile } from './file-document.ts';
import type { FileDocument } from './file-document.ts';
import { fileCollection } from './file-store.ts';

/** A file that is not done, as it was listed. */
export interface UnfinishedFile extends UnfinishedUnit {
  readonly file: File;
  readonly dueAt: Date | undefined;
  /** Whether an event of it still waits to be published. */
  readonly hasOutbox: boolean;
}

/** A file that this process reads. */
export interface TakenFile extends TakenUnit {
  readonly file: File;
}

/** Files as work: what waits to be read, is being read, or was forgotten. */
export interface EnrichmentStore extends UnfinishedWork<UnfinishedFile>, WorkTurns<TakenFile> {
  /** Records the outcome with FileEnriched in the outbox; false when another worker did before. */
  finish(file: File, outcome: EnrichmentOutcome, now: Date): Promise<boolean>;
}

export interface EnrichmentLimits {
  /** Files this process reads at the same time. */
  readonly slots: number;
  /** Files of one organization that are read at the same time, in all processes. */
  readonly perOrganization: number;
}

export const enrichmentIndexes: readonly IndexSpec[] = [
  ...turnIndexes('enrichmentStatus'),
  { key: { enrichmentStatus: 1, dueAt: 1 } },
];

const unfinished: EnrichmentStatus[] = ['pending', 'running'];
const state = { field: 'enrichmentStatus', waiting: 'pending', taken: 'running' } as const;
const noLimits: EnrichmentLimits = { slots: 1, perOrganization: 1 };

export function createEnrichmentStore(
  db: Db,
  relay: Pick<Relay, 'notify'>,
  limits: EnrichmentLimits = noLimits,
): EnrichmentStore {
  const files = db.collection<FileDocument>(fileCollection);

  const change: Change = async (filter, update) => {
    const { modifiedCount } = await files.updateOne(filter, update);
    if (modifiedCount === 1) relay.notify(fileCollection, filter._id);
    return modifiedCount === 1;
  };

  function finish(file: File, outcome: EnrichmentOutcome, now: Date): Promise<boolean> {
    const { id, organizationId } = file;
    return change(
      { _id: id, organizationId, enrichmentStatus: { $in: unfinished } },
      {
        $set: { ...toFields(outcome), updatedAt: now },
        $unset: { dueAt: true, overdueSince: true },
        ...appendEvents(fileEnriched(file, outcome.kind === 'completed', now)),
      },
    );
  }

  return {
    ...turnsOf(files, change, limits),
    ...overdueOf(files, change),
    finish,
    end: ({ file }, now) => finish(file, { kind: 'failed', reason: stalledError }, now),
  };
}

/** Applies a change that appends events; false when the document is no longer what the filter says. */
type Change = (
  filter: Filter<FileDocument> & { readonly _id: string },
  update: UpdateFilter<FileDocument>,
) => Promise<boolean>;

function turnsOf(
  files: Collection<FileDocument>,
  change: Change,
  limits: EnrichmentLimits,
): WorkTurns<TakenFile> {
  const turns = createTurns({ collection: files, state, ...limits, readAhead: 50 });
  return {
    take: (now) =>
      turns.next(async ({ id, organizationId }) => {
        const found = await files.findOneAndUpdate(
          { _id: id, organizationId, enrichmentStatus: 'pending' },
          {
            $set: { enrichmentStatus: 'running', updatedAt: now, dueAt: after(now, leaseMs) },
            $unset: { overdueSince: true },
            $inc: { attempts: 1 },
          },
          { returnDocument: 'after' },
        );
        if (found === null) return undefined;
        return { id, organizationId, attempts: found.attempts ?? 1, file: toFile(found) };
      }),
    leave: ({ organizationId }) => {
      turns.leave(organizationId);
    },
    async renew(unit, now) {
      await files.updateOne(takenBy(unit), { $set: { dueAt: after(now, leaseMs) } });
    },
    async postpone(unit, until) {
      await files.updateOne(takenBy(unit), { $set: { dueAt: until } });
    },
    async giveBack(unit, now) {
      await change(takenBy(unit), {
        $set: { enrichmentStatus: 'pending', dueAt: after(now, overdueAfterMs) },
        $inc: { attempts: -1 },
        ...appendEvents(enrichmentRequested(unit.file, undefined, now)),
      });
    },
  };
}

function overdueOf(
  files: Collection<FileDocument>,
  change: Change,
): Omit<UnfinishedWork<UnfinishedFile>, 'end'> {
  return {
    async listOverdue(kind, now, limit) {
      const found = await files
        .find({ enrichmentStatus: state[kind], dueAt: { $not: { $gt: now } } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .toArray();
      return found.map(toUnfinished);
    },
    async isMoving(now) {
      const moving = { enrichmentStatus: 'running', dueAt: { $gt: now } } as const;
      return (await files.findOne(moving, { projection: { _id: 1 } })) !== null;
    },
    askAgain(unit, { now, overdueSince }) {
      const request = unit.hasOutbox ? [] : [enrichmentRequested(unit.file, undefined, now)];
      const late = overdueSince === undefined ? {} : { overdueSince };
      return change(asListed(unit), {
        $set: { enrichmentStatus: 'pending', dueAt: after(now, overdueAfterMs), ...late },
        ...appendEvents(...request),
      });
    },
    async makeOverdue() {
      await files.updateMany({ enrichmentStatus: { $in: unfinished } }, { $set: { dueAt: new Date(0) } });
    },
  };
}

/** Nobody else has taken it since. */
function takenBy({ id, organizationId, attempts }: TakenFile) {
  return { _id: id, organizationId, enrichmentStatus: 'running', attempts } as const;
}

function asListed({ id, organizationId, file, dueAt }: UnfinishedFile) {
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
