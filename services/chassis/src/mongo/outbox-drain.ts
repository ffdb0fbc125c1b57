import { ActionAudited } from '@assay/proto/audit/v1/audit_events';
import type { Collection, Db } from 'mongodb';
import { deriveSubject } from '../events/event.ts';
import type { OutboxEntry } from '../events/event.ts';
import type { Publisher } from '../events/publisher.ts';
import type { Logger } from '../logger.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import { openPendingCollection } from './outbox.ts';
import type { PendingDocument } from './outbox.ts';
import type { RelayMetrics } from './relay-metrics.ts';

export interface DrainOptions {
  readonly db: Db;
  readonly publisher: Publisher;
  readonly logger: Logger;
  readonly metrics: RelayMetrics;
  /** Documents published at the same time. */
  readonly inFlight: number;
}

export interface OutboxDrain {
  /** Publishes what waits in one document and removes it; false when something still waits. Never rejects. */
  drain(collection: string, documentId: string): Promise<boolean>;
  /** Documents that are being drained or wait for it. */
  size(): number;
  idle(): Promise<void>;
}

export function createOutboxDrain(options: DrainOptions): OutboxDrain {
  const queue = createKeyedQueue(options.inFlight);
  return {
    drain: (collection, documentId) =>
      queue.run(`${collection}/${documentId}`, () => attempt(options, collection, documentId)),
    size: () => queue.size(),
    idle: () => queue.idle(),
  };
}

async function attempt(options: DrainOptions, collection: string, documentId: string): Promise<boolean> {
  try {
    await publishThenRemove(options, collection, documentId);
    return true;
  } catch (error) {
    options.metrics.failed.inc({ collection });
    options.logger.warn(
      { err: error, collection, documentId },
      'publishing an outbox failed and will be tried again',
    );
    return false;
  }
}

/** One after the other, so that a document's events keep their order even when one of them fails. */
async function publishThenRemove(options: DrainOptions, name: string, documentId: string): Promise<void> {
  const collection = openPendingCollection(options.db, name);
  const projection = { outbox: 1, outboxSince: 1 };
  const found = await collection.findOne({ _id: documentId }, { projection, promoteBuffers: true });
  const waiting = found?.outbox ?? [];
  if (waiting.length === 0 && found?.outboxSince !== undefined)
    await clearOutboxSince(collection, documentId);
  const published: OutboxEntry[] = [];
  try {
    for (const entry of waiting) {
      await options.publisher.publish({ ...entry, subject: currentSubject(entry.subject) });
      published.push(entry);
    }
  } finally {
    if (published.length > 0) options.metrics.published.inc({ collection: name }, published.length);
    await removePublished(collection, { documentId, waiting, published });
  }
}

interface Removal {
  readonly documentId: string;
  /** As it was read. */
  readonly waiting: readonly OutboxEntry[];
  /** The first of them. */
  readonly published: readonly OutboxEntry[];
}

async function removePublished(collection: Collection<PendingDocument>, removal: Removal): Promise<void> {
  const { documentId, waiting, published } = removal;
  const last = published.at(-1);
  if (last === undefined || (published.length === waiting.length && (await emptyOutbox(collection, removal))))
    return;
  // What remains came after it.
  const since = waiting[published.length] ?? last;
  await collection.updateOne(
    { _id: documentId, 'outbox.id': last.id },
    {
      $pull: { outbox: { id: { $in: published.map(({ id }) => id) } } },
      $set: { outboxSince: since.occurredAt },
    },
  );
}

/**
 * False when something came meanwhile. Entries are only appended: as many as were read, with the same last one, are those that
 * were read.
 */
async function emptyOutbox(
  collection: Collection<PendingDocument>,
  { documentId, waiting }: Removal,
): Promise<boolean> {
  const unchanged = {
    _id: documentId,
    outbox: { $size: waiting.length },
    [`outbox.${waiting.length - 1}.id`]: waiting.at(-1)?.id,
  };
  const { matchedCount } = await collection.updateOne(unchanged, {
    $set: { outbox: [] },
    $unset: { outboxSince: true },
  });
  return matchedCount > 0;
}

/** A relay of a version before leaves the time when it empties an outbox. */
async function clearOutboxSince(collection: Collection<PendingDocument>, documentId: string): Promise<void> {
  const filter = { _id: documentId, 'outbox.0': { $exists: false } };
  await collection.updateOne(filter, { $unset: { outboxSince: true } });
}

/** What each service called its audit events before there was one for all; the payload is the same. */
const formerAuditSubjects = new Set([
  'assay.billing.v1.BillingAudited',
  'assay.identity.v1.IdentityAudited',
  'assay.organizations.v1.OrganizationAudited',
]);

/** An entry may have waited since before its message was renamed. */
function currentSubject(subject: string): string {
  return formerAuditSubjects.has(subject) ? deriveSubject(ActionAudited) : subject;
}
