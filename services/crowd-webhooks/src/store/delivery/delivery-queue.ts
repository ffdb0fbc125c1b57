import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import { findDuplicates } from '@assay/chassis/mongo/duplicate-key';
import type { EndedAttempt, NewDelivery, TakenDelivery } from '../../domain/delivery/delivery.ts';
import type { Claim, DueDeliveries } from '../../domain/delivery/due-deliveries.ts';
import type { Lane } from '../../domain/delivery/lanes.ts';
import { deliveryCollection, deliveryStates, mapper } from './delivery-document.ts';
import type { DeliveryDocument } from './delivery-document.ts';

export interface RunningAttempt {
  readonly id: string;
  readonly attempt: number;
}

/** The deliveries that wait for an attempt, of all organizations. */
export interface DeliveryQueue extends DueDeliveries {
  /** Inserts deliveries that are due at once. Those that exist stay as they are. Resolves to the number of new ones. */
  insert(deliveries: readonly NewDelivery[]): Promise<number>;
  /** Lists the attempts of a webhook that run. */
  listRunning(organizationId: string, webhookId: string, now: Date): Promise<readonly RunningAttempt[]>;
  /** Makes all open deliveries due, also those that a process has taken. Resolves to their number. */
  makeDue(): Promise<number>;
}

export function createDeliveryQueue(db: Db): DeliveryQueue {
  const collection = db.collection<DeliveryDocument>(deliveryCollection);
  return {
    insert: (deliveries) => insertNewOnes(collection, deliveries),
    async findDueLane(after, now, { organizationIds, origins }) {
      const found = await collection.findOne(
        {
          state: 'open',
          organizationId: { $gt: after, $nin: [...organizationIds] },
          origin: { $nin: [...origins] },
          dueAt: { $lte: now },
        },
        { sort: { organizationId: 1, origin: 1, dueAt: 1 }, projection: { organizationId: 1, origin: 1 } },
      );
      return found === null ? undefined : { organizationId: found.organizationId, origin: found.origin };
    },
    take: (lane, limit, claim) => takeDue(collection, { ...lane, ...claim, limit }),
    async release(claim, taken, now) {
      const [first] = taken;
      if (first === undefined) return;
      const { organizationId } = first;
      await collection.updateMany(
        { _id: { $in: taken.map(({ id }) => id) }, organizationId, claim },
        { $set: { dueAt: now }, $inc: { attempt: -1 }, $unset: { claim: true } },
      );
    },
    async record(claim, ended, now) {
      if (ended.length === 0) return;
      const records = ended.map((attempt) => buildRecord(claim, attempt, now));
      const { matchedCount } = await collection.bulkWrite(records, { ordered: false });
      if (matchedCount < ended.length) await forgetClaims(collection, claim, ended);
    },
    async listRunning(organizationId, webhookId, now) {
      const running = {
        organizationId,
        webhookId,
        state: { $in: [...deliveryStates] },
        claim: { $exists: true },
        dueAt: { $gt: now },
      } as const;
      const found = collection.find(running, { projection: { attempt: 1 } });
      return (await found.toArray()).map(({ _id: id, attempt }) => ({ id, attempt }));
    },
    async makeDue() {
      const change = { $set: { dueAt: new Date(0) }, $unset: { claim: true } } as const;
      return (await collection.updateMany({ state: 'open' }, change)).matchedCount;
    },
  };
}

/** Builds the write that ends an attempt, guarded by the claim and the number of the attempt. */
function buildRecord(
  claim: string,
  { taken: { id: _id, organizationId, attempt }, record }: EndedAttempt,
  now: Date,
): AnyBulkWriteOperation<DeliveryDocument> {
  const { status, nextAttemptAt } = record;
  const fields = mapper.toFields(record);
  const hasEnded = status === 'succeeded' || status === 'exhausted';
  const change =
    nextAttemptAt === undefined
      ? { ...fields, state: 'done' as const, ...(hasEnded && { endedAt: now }) }
      : { ...fields, dueAt: nextAttemptAt };
  const unset = nextAttemptAt === undefined ? { claim: true, dueAt: true } : { claim: true };
  return {
    updateOne: {
      filter: { _id, organizationId, claim, attempt, state: 'open' },
      update: { $set: change, $unset: unset as Record<string, true> },
    },
  };
}

/** Ends the claims of attempts whose deliveries were ended meanwhile, and removes tests: nothing reads their end any more. */
async function forgetClaims(
  collection: Collection<DeliveryDocument>,
  claim: string,
  ended: readonly EndedAttempt[],
): Promise<void> {
  const writes = ended.map(({ taken: { id: _id, organizationId, isTest } }) => {
    const filter = { _id, organizationId, claim, state: 'done' as const };
    if (isTest) return { deleteOne: { filter } };
    return { updateOne: { filter, update: { $unset: { claim: true, dueAt: true } as const } } };
  });
  await collection.bulkWrite(writes, { ordered: false });
}

function newDocument({ origin, isTest, ...facts }: NewDelivery): DeliveryDocument {
  const nothing = { responseStatusCode: undefined, responseBody: undefined, errorMessage: undefined };
  const { createdAt } = facts;
  return mapper.toDocument(
    {
      ...{ ...facts, ...nothing, status: 'pending', attempt: 0 },
      ...{ durationMs: undefined, deliveredAt: undefined, nextAttemptAt: createdAt },
    },
    { origin, isTest, state: 'open', dueAt: createdAt },
  );
}

function toTaken(document: DeliveryDocument, attempt: number): TakenDelivery {
  const { _id: id, organizationId, webhookId, owner, eventId, event, body, createdAt } = document;
  const { origin, isTest } = document;
  return { id, organizationId, webhookId, owner, eventId, event, body, createdAt, origin, isTest, attempt };
}

async function insertNewOnes(
  collection: Collection<DeliveryDocument>,
  deliveries: readonly NewDelivery[],
): Promise<number> {
  if (deliveries.length === 0) return 0;
  const documents = deliveries.map(newDocument);
  try {
    return (await collection.insertMany(documents, { ordered: false })).insertedCount;
  } catch (error) {
    const existing = findDuplicates(error);
    if (existing === undefined) throw error;
    return documents.length - existing.size;
  }
}

interface Taking extends Lane, Claim {
  readonly limit: number;
}

async function takeDue(
  collection: Collection<DeliveryDocument>,
  { organizationId, origin, limit, claim, now, leaseEnd }: Taking,
): Promise<readonly TakenDelivery[]> {
  // MongoDB reads a limit of 0 as no limit.
  if (limit < 1) return [];
  const due = { state: 'open', organizationId, origin, dueAt: { $lte: now } } as const;
  const found = await collection.find(due).sort({ dueAt: 1 }).limit(limit).toArray();
  if (found.length === 0) return [];
  const ids = found.map(({ _id }) => _id);
  const { modifiedCount } = await collection.updateMany(
    { ...due, _id: { $in: ids } },
    { $set: { claim, dueAt: leaseEnd }, $inc: { attempt: 1 } },
  );
  if (modifiedCount === found.length) return found.map((document) => toTaken(document, document.attempt + 1));
  const mine = collection.find({ _id: { $in: ids }, organizationId, claim, dueAt: leaseEnd });
  return (await mine.toArray()).map((document) => toTaken(document, document.attempt));
}
