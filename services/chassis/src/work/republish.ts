import type { OutboxEntry } from '../events/event.ts';
import type { Publisher } from '../events/publisher.ts';

export interface Republished {
  readonly stored: number;
  /** Events that the stream dropped, because it stored the same id during the last two minutes. */
  readonly known: number;
}

const batchSize = 100;

/**
 * Publishes events again, each with the id that it had the first time, so that consumers that count by event id drop it if they know
 * it. It writes nothing, so it can be interrupted and repeated.
 */
export async function republish(
  publisher: Pick<Publisher, 'publish'>,
  events: AsyncIterable<OutboxEntry>,
): Promise<Republished> {
  let stored = 0;
  let known = 0;
  let batch: OutboxEntry[] = [];
  const publishBatch = async (): Promise<void> => {
    const results = await Promise.all(batch.map((event) => publisher.publish(event)));
    const storedNow = results.filter(Boolean).length;
    stored += storedNow;
    known += results.length - storedNow;
    batch = [];
  };
  for await (const event of events) {
    batch.push(event);
    if (batch.length === batchSize) await publishBatch();
  }
  await publishBatch();
  return { stored, known };
}
