import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';
import { actionAudited } from '@assay/chassis/events/audit';
import type { AuditedCall } from '@assay/chassis/audit';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import { appendEvents, newOutbox, outboxIndexes, withoutOutbox } from '@assay/chassis/mongo/outbox';
import type { NamedOutboxDocument } from '@assay/chassis/mongo/outbox-writer';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { PersonKey, Worker } from '../../domain/crowd/worker/worker.ts';

export const workerCollection = 'crowd_workers';

export const workerIndexes: readonly IndexSpec[] = [
  ...outboxIndexes,
  { key: { blockChangedAt: 1 }, sparse: true },
  { key: { organizationId: 1, personKey: 1 }, unique: true },
  { key: { personKey: 1 } },
];

interface WorkerDocument extends NamedOutboxDocument, Mapped<Worker> {
  /** The time of a block or its end that the participants may not have. Missing once they have it. */
  readonly blockChangedAt?: Date;
  readonly blockReason?: string;
  /** The newest answers that were counted, so that a repetition counts none twice. */
  readonly counted: readonly string[];
}

/** The counts that an answer adds to its worker. */
export interface WorkerCounts {
  readonly completedTasks: number;
  readonly goldenTotal: number;
  readonly goldenCorrect: number;
}

interface Audit {
  readonly call: AuditedCall;
  readonly now: Date;
  readonly reason?: string | undefined;
}

export interface BlockChange extends Audit {
  readonly isBlocked: boolean;
}

export interface WorkerStore {
  /** Inserts a worker, or returns the one that the person has. */
  insert(worker: Worker): Promise<Worker>;
  find(organizationId: string, workerId: string): Promise<Worker | undefined>;
  findPerson(organizationId: string, personKey: PersonKey): Promise<Worker | undefined>;
  findMany(organizationId: string, workerIds: readonly string[]): Promise<readonly Worker[]>;
  /** Adds the counts of an answer, once. */
  countAnswer(workerId: string, answerId: string, counts: WorkerCounts): Promise<void>;
  /** Blocks or unblocks a worker. The participants of the worker must get the change too. False if it has the state already. */
  setBlocked(worker: Worker, block: BlockChange): Promise<boolean>;
  /** Notes that the participants of a worker have its block. False if the block changed meanwhile. */
  markBlockSynced(worker: Worker): Promise<boolean>;
  /** Lists workers whose block changed before this time and whose participants may not have the change. */
  listUnsyncedBlocks(before: Date, limit: number): Promise<readonly Worker[]>;
  /** Sets a qualification, or removes it if the value is undefined. */
  setQualification(
    organizationId: string,
    workerId: string,
    qualification: { readonly key: string; readonly value: unknown },
    audit?: Audit,
  ): Promise<Worker | undefined>;
}

const keptAnswers = 1_000;
const { toDocument, toDomain } = createDocumentMapper<Worker, WorkerDocument>({
  internal: ['counted', 'blockChangedAt', 'blockReason'],
});
const projection = { counted: 0, ...withoutOutbox } as const;
const options = { returnDocument: 'after', projection } as const;

export function createWorkerStore(db: Db, relay: Pick<Relay, 'notify'>): WorkerStore {
  const collection = db.collection<WorkerDocument>(workerCollection);
  const show = (found: WorkerDocument | null) => (found === null ? undefined : toDomain(found));
  return {
    async insert(worker) {
      const { organizationId, personKey } = worker;
      const earlier = { organizationId, personKey };
      return toDomain(
        await insertOrFind(collection, toDocument(worker, { counted: [], ...newOutbox() }), earlier),
      );
    },
    find: async (organizationId, _id) =>
      show(await collection.findOne({ _id, organizationId }, { projection })),
    findPerson: async (organizationId, personKey) =>
      show(await collection.findOne({ organizationId, personKey }, { projection })),
    async findMany(organizationId, ids) {
      if (ids.length === 0) return [];
      const found = collection.find({ _id: { $in: [...ids] }, organizationId }, { projection });
      return (await found.toArray()).map(toDomain);
    },
    async countAnswer(_id, answerId, counts) {
      await collection.updateOne(
        { _id, counted: { $ne: answerId } },
        { $inc: { ...counts }, $push: { counted: { $each: [answerId], $slice: -keptAnswers } } },
      );
    },
    ...createBlocks(collection, relay),
    async setQualification(organizationId, _id, { key, value }, audit) {
      const field = `qualifications.${key}`;
      const filter: Filter<WorkerDocument> = { _id, organizationId };
      const change = value === undefined ? { $unset: { [field]: '' } } : { $set: { [field]: value } };
      const events = audit === undefined ? [] : [audited('qualification.set', _id, audit)];
      const update = { ...change, ...appendEvents(...events) } as UpdateFilter<WorkerDocument>;
      const found = await collection.findOneAndUpdate(filter, update, options);
      if (found !== null && events.length > 0) relay.notify(workerCollection, _id);
      return show(found);
    },
  };
}

function createBlocks(
  collection: Collection<WorkerDocument>,
  relay: Pick<Relay, 'notify'>,
): Pick<WorkerStore, 'setBlocked' | 'markBlockSynced' | 'listUnsyncedBlocks'> {
  return {
    async setBlocked({ id, organizationId }, { isBlocked, ...audit }) {
      const { reason } = audit;
      const fields = {
        isBlocked,
        blockChangedAt: audit.now,
        ...(reason !== undefined && { blockReason: reason }),
      };
      const action = isBlocked ? 'worker.block' : 'worker.unblock';
      const update = {
        $set: fields,
        ...appendEvents(audited(action, id, audit)),
      } as UpdateFilter<WorkerDocument>;
      const filter = { _id: id, organizationId, isBlocked: !isBlocked };
      const { matchedCount } = await collection.updateOne(filter, update);
      if (matchedCount === 1) relay.notify(workerCollection, id);
      return matchedCount === 1;
    },
    async markBlockSynced({ id, organizationId, isBlocked }) {
      const filter = { _id: id, organizationId, isBlocked };
      return (await collection.updateOne(filter, { $unset: { blockChangedAt: '' } })).matchedCount === 1;
    },
    async listUnsyncedBlocks(before, limit) {
      const found = collection.find({ blockChangedAt: { $lt: before } }, { projection });
      return (await found.sort({ blockChangedAt: 1 }).limit(limit).toArray()).map(toDomain);
    },
  };
}

function audited(action: string, targetId: string, { call, now, reason }: Audit) {
  return actionAudited(call, { action, targetType: 'crowd_worker', targetId, at: now, reason });
}
