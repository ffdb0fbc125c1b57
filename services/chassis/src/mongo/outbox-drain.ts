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
  /** Maximum number of documents that are published at the same time. */
  readonly inFlight: number;
}

export interface OutboxDrain {
  /** Publishes and removes the events of one document. Resolves to false when events remain. Never rejects. */
  drain(collection: string, documentId: string): Promise<boolean>;
  /** Returns the number of documents that are being drained or wait for it. */
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
      'publishing an outbox failed; the sweep tries again',
    );
    return false;
  }
}

/**
 * Publishes the events one after the other, so that the events of a document keep their order even when one of them
 * fails.
 */
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
  /** The entries as they were read. */
  readonly waiting: readonly OutboxEntry[];
  /** The first entries of `waiting`. */
  readonly published: readonly OutboxEntry[];
}

async function removePublished(collection: Collection<PendingDocument>, removal: Removal): Promise<void> {
  const { documentId, waiting, published } = removal;
  const last = published.at(-1);
  if (last === undefined || (published.length === waiting.length && (await emptyOutbox(collection, removal))))
    return;
  // The remaining entries are newer than the published ones.
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
 * Empties an outbox. Resolves to false when another write has appended an entry since it was read. Entries are only
 * appended, so the same count with the same last entry means the same entries.
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

/** Removes the time from an empty outbox. Relays of earlier versions leave it there. */
async function clearOutboxSince(collection: Collection<PendingDocument>, documentId: string): Promise<void> {
  const filter = { _id: documentId, 'outbox.0': { $exists: false } };
  await collection.updateOne(filter, { $unset: { outboxSince: true } });
}

/** The subjects of audit events before all services shared one message. The payload is the same. */
const formerAuditSubjects = new Set([
  'assay.billing.v1.BillingAudited',
  'assay.identity.v1.IdentityAudited',
  'assay.organizations.v1.OrganizationAudited',
]);

/** Returns the current subject of an entry, which may be older than the renaming of its message. */
function currentSubject(subject: string): string {
  return formerAuditSubjects.has(subject) ? deriveSubject(ActionAudited) : subject;
}
