import type { Db } from 'mongodb';
import type { OutboxDrain } from './outbox-drain.ts';
import { openPendingCollection } from './outbox.ts';

export interface SweepOptions {
  readonly db: Db;
  readonly outboxes: OutboxDrain;
  readonly batchSize: number;
  /** Checked between batches. When it returns false, the sweep ends after its read. */
  readonly mayPublish: () => boolean;
}

export interface SweepResult {
  /** When the oldest waiting event was appended; undefined when none waits. */
  readonly oldest: Date | undefined;
  /** True when a document could not be published. */
  readonly failed: boolean;
}

/** Drains the non-empty outboxes of a collection, oldest first, until none remains or one fails. */
export async function sweepOutbox(options: SweepOptions, collection: string): Promise<SweepResult> {
  for (;;) {
    const found = await findPending(options, collection);
    const oldest = found[0]?.outboxSince;
    if (oldest === undefined || !options.mayPublish()) return { oldest, failed: false };
    const results = await Promise.all(found.map(({ _id }) => options.outboxes.drain(collection, _id)));
    if (results.includes(false)) return { oldest, failed: true };
    if (found.length < options.batchSize) return { oldest: undefined, failed: false };
  }
}

async function findPending({ db, batchSize }: SweepOptions, collection: string) {
  return await openPendingCollection(db, collection)
    .find({ outboxSince: { $gt: new Date(0) } }, { projection: { outboxSince: 1 } })
    .sort({ outboxSince: 1 })
    .limit(batchSize)
    .toArray();
}
