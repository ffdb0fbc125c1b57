import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import { findDuplicates } from '@assay/chassis/mongo/duplicate-key';
import type { EndedAttempt, NewDelivery, TakenDelivery } from '../../domain/webhooks/delivery/delivery.ts';
import type { Claim, DueDeliveries, Taking } from '../../domain/webhooks/delivery/due-deliveries.ts';
import { notAttempted } from '../../domain/webhooks/delivery/delivery.ts';
import { deliveryCollection, deliveryStates } from './delivery-document.ts';
import type { DeliveryDocument } from './delivery-document.ts';
import { selectLanes } from './select-lanes.ts';

/** A delivery that a process has taken. */
export interface RunningAttempt {
  readonly id: string;
  readonly attempt: number;
  /** Another one after the delivery was options back and taken again, for the same attempt. */
  readonly leaseEnd: Date | undefined;
}

/** The deliveries that wait for an attempt, of all organizations. */
export interface DeliveryQueue extends DueDeliveries {
  /** Lists the attempts of a webhook that run or begin soon. */
  listRunning(organizationId: string, webhookId: string, now: Date): Promise<readonly RunningAttempt[]>;
  /** Makes all open deliveries due, also those that a process has taken. Resolves to their number. */
  makeDue(): Promise<number>;
}

export function createDeliveryQueue(db: Db): DeliveryQueue {
  const collection = db.collection<DeliveryDocument>(deliveryCollection);
  return {
    insert: (deliveries, taken) => insertNewOnes(collection, deliveries, taken),
    async findDue({ after, now, busy, limit }) {
      const found = collection.find({ state: 'open', dueAt: { $lte: now }, ...selectLanes(after, busy) });
      const sorted = found.sort({ organizationId: 1, origin: 1, dueAt: 1 }).limit(limit);
      return (await sorted.toArray()).map((document) => toTaken(document, document.attempt + 1));
    },
    take: (due, claim) => takeDue(collection, due, claim),
    async release(claim, taken, now) {
      const { matchedCount } = await collection.updateMany(
        { ...selectAll(taken), claim, state: 'open' },
        { $set: { dueAt: now }, $inc: { attempt: -1 }, $unset: { claim: true } },
      );
      if (matchedCount === taken.length) return;
      const options = taken.map((delivery) => ({
        taken: delivery,
        notBegun: { errorMessage: notAttempted },
      }));
      await forgetClaims(collection, claim, options);
    },
    async record(claim, ended, now) {
      if (ended.length === 0) return;
      const records = ended.map((attempt) => buildRecord(claim, attempt, now));
      const { matchedCount } = await collection.bulkWrite(records, { ordered: false });
      if (matchedCount < ended.length) await forgetClaims(collection, claim, ended.map(toForgotten));
    },
    async listRunning(organizationId, webhookId, now) {
      const running = {
        organizationId,
        webhookId,
        state: { $in: [...deliveryStates] },
        claim: { $exists: true },
        dueAt: { $gt: now },
      } as const;
      const found = collection.find(running, { projection: { attempt: 1, dueAt: 1 } });
      return (await found.toArray()).map(({ _id: id, attempt, dueAt }) => ({ id, attempt, leaseEnd: dueAt }));
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
  const fields = {
    status,
    responseStatusCode: record.responseStatusCode ?? null,
    responseBody: record.responseBody ?? null,
    errorMessage: record.errorMessage ?? null,
    durationMs: record.durationMs ?? null,
    deliveredAt: record.deliveredAt ?? null,
    nextAttemptAt: nextAttemptAt ?? null,
  };
  const filter = { _id, organizationId, claim, attempt, state: 'open' as const };
  if (nextAttemptAt !== undefined) {
    const change = { $set: { ...fields, dueAt: nextAttemptAt }, $unset: { claim: true } as const };
    return { updateOne: { filter, update: change } };
  }
  const hasEnded = status === 'succeeded' || status === 'exhausted';
  const $set = { ...fields, state: 'done' as const, ...(hasEnded && { endedAt: now }) };
  return { updateOne: { filter, update: { $set, $unset: { claim: true, dueAt: true } as const } } };
}

/** Ends the claims of attempts whose deliveries were ended meanwhile, and removes tests: nothing reads their end any more. */
async function forgetClaims(
  collection: Collection<DeliveryDocument>,
  claim: string,
  forgotten: readonly Forgotten[],
): Promise<void> {
  const writes = forgotten.map(({ taken: { id: _id, organizationId, isTest }, notBegun }) => {
    const filter = { _id, organizationId, claim, state: 'done' as const };
    if (isTest) return { deleteOne: { filter } };
    const $unset = { claim: true, dueAt: true } as const;
    const update = notBegun === undefined ? { $unset } : { $unset, $inc: { attempt: -1 }, $set: notBegun };
    return { updateOne: { filter, update } };
  });
  await collection.bulkWrite(writes, { ordered: false });
}

/** A delivery that was ended while a process had taken it. */
interface Forgotten {
  readonly taken: TakenDelivery;
  /** The fields of a delivery whose attempt had not begun, and does not count. */
  readonly notBegun?: { readonly errorMessage: string };
}

function toForgotten({ taken, record: { durationMs, errorMessage } }: EndedAttempt): Forgotten {
  return durationMs === undefined && errorMessage !== undefined
    ? { taken, notBegun: { errorMessage } }
    : { taken };
}

/** Lists each field, since a mapper that reads them by name costs more than the write. */
function newDocument({ id: _id, ...facts }: NewDelivery, taken?: Taking): DeliveryDocument {
  const { organizationId, webhookId, owner, eventId, event, body, createdAt, origin, isTest } = facts;
  const claimed = taken?.ids.has(_id) === true ? taken : undefined;
  return {
    _id,
    organizationId,
    webhookId,
    owner,
    eventId,
    event,
    body,
    createdAt,
    origin,
    isTest,
    status: 'pending',
    state: 'open',
    attempt: claimed === undefined ? 0 : 1,
    responseStatusCode: null,
    responseBody: null,
    errorMessage: null,
    durationMs: null,
    deliveredAt: null,
    nextAttemptAt: createdAt,
    dueAt: claimed?.leaseEnd ?? createdAt,
    ...(claimed && { claim: claimed.claim }),
  };
}

function toTaken(document: DeliveryDocument, attempt: number): TakenDelivery {
  const { _id: id, organizationId, webhookId, owner, eventId, event, body, createdAt } = document;
  const { origin, isTest } = document;
  return { id, organizationId, webhookId, owner, eventId, event, body, createdAt, origin, isTest, attempt };
}

async function insertNewOnes(
  collection: Collection<DeliveryDocument>,
  deliveries: readonly NewDelivery[],
  taken: Taking | undefined,
): Promise<ReadonlySet<string>> {
  const ids = new Set(deliveries.map(({ id }) => id));
  if (deliveries.length === 0) return ids;
  const documents = deliveries.map((delivery) => newDocument(delivery, taken));
  try {
    await collection.insertMany(documents, { ordered: false });
  } catch (error) {
    const existing = findDuplicates(error);
    if (existing === undefined) throw error;
    for (const index of existing) ids.delete(documents[index]?._id ?? '');
  }
  return ids;
}

function selectAll(deliveries: readonly TakenDelivery[]) {
  const organizationIds = new Set(deliveries.map(({ organizationId }) => organizationId));
  return {
    _id: { $in: deliveries.map(({ id }) => id) },
    organizationId: { $in: [...organizationIds] },
  };
}

async function takeDue(
  collection: Collection<DeliveryDocument>,
  due: readonly TakenDelivery[],
  { claim, now, leaseEnd }: Claim,
): Promise<readonly TakenDelivery[]> {
  const selected = selectAll(due);
  const { modifiedCount } = await collection.updateMany(
    { ...selected, state: 'open', dueAt: { $lte: now } },
    { $set: { claim, dueAt: leaseEnd }, $inc: { attempt: 1 } },
  );
  if (modifiedCount === due.length) return due;
  const mine = collection.find({ ...selected, claim, dueAt: leaseEnd });
  return (await mine.toArray()).map((document) => toTaken(document, document.attempt));
}
