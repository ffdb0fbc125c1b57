import { ActionAudited } from '@assay/proto/audit/v1/audit_events';
import type { Db } from 'mongodb';
import { subjectOf } from '../events/event.ts';
import type { Publisher } from '../events/publisher.ts';
import type { Logger } from '../logger.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import { pendingIn } from './outbox.ts';
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
  const collection = pendingIn(options.db, name);
  const projection = { outbox: 1 };
  const found = await collection.findOne({ _id: documentId }, { projection, promoteBuffers: true });
  const published: string[] = [];
  try {
    for (const entry of found?.outbox ?? []) {
      await options.publisher.publish({ ...entry, subject: currentSubject(entry.subject) });
      published.push(entry.id);
    }
  } finally {
    if (published.length > 0) {
      await collection.updateOne({ _id: documentId }, { $pull: { outbox: { id: { $in: published } } } });
      options.metrics.published.inc({ collection: name }, published.length);
    }
  }
}

/** What each service called its audit events before there was one for all; the payload is the same. */
const formerAuditSubjects = new Set([
  'assay.billing.v1.BillingAudited',
  'assay.identity.v1.IdentityAudited',
  'assay.organizations.v1.OrganizationAudited',
]);

/** An entry may have waited since before its message was renamed. */
function currentSubject(subject: string): string {
  return formerAuditSubjects.has(subject) ? subjectOf(ActionAudited) : subject;
}
