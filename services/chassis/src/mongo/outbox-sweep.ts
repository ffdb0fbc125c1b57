import type { Db } from 'mongodb';
import type { OutboxDrain } from './outbox-drain.ts';
import { pendingIn } from './outbox.ts';

export interface SweepOptions {
  readonly db: Db;
  readonly outboxes: OutboxDrain;
  readonly batchSize: number;
  /** Asked between batches: false ends the sweep after looking. */
  readonly mayPublish: () => boolean;
}

export interface SweepResult {
  /** When the oldest event that still waits occurred. */
  readonly oldest: Date | undefined;
  /** Whether some document could not be published. */
  readonly failed: boolean;
}

/** Drains the documents of one collection whose outbox is not empty, oldest event first, until none or one fails. */
export async function sweepOutbox(options: SweepOptions, collection: string): Promise<SweepResult> {
  for (;;) {
    const found = await findPending(options, collection);
    const oldest = found[0]?.outbox?.[0]?.occurredAt;
    if (oldest === undefined || !options.mayPublish()) return { oldest, failed: false };
    const results = await Promise.all(found.map(({ _id }) => options.outboxes.drain(collection, _id)));
    if (results.includes(false)) return { oldest, failed: true };
    if (found.length < options.batchSize) return { oldest: undefined, failed: false };
  }
}

async function findPending({ db, batchSize }: SweepOptions, collection: string) {
  return await pendingIn(db, collection)
    .find({ 'outbox.occurredAt': { $gt: new Date(0) } }, { projection: { 'outbox.occurredAt': 1 } })
    .sort({ 'outbox.occurredAt': 1 })
    .limit(batchSize)
    .toArray();
}
