import type { OutboxEntry } from '../events/event.ts';
import type { Publisher } from '../events/publisher.ts';

const batchSize = 100;

/**
 * Publishes events again, each with the id that it had the first time, so that consumers that count by event id drop it if they know
 * it. It writes nothing, so it can be interrupted and repeated. Resolves to the number of events.
 */
export async function republish(
  publisher: Pick<Publisher, 'publish'>,
  events: AsyncIterable<OutboxEntry>,
): Promise<number> {
  let count = 0;
  let batch: OutboxEntry[] = [];
  const publishBatch = async (): Promise<void> => {
    await Promise.all(batch.map((event) => publisher.publish(event)));
    count += batch.length;
    batch = [];
  };
  for await (const event of events) {
    batch.push(event);
    if (batch.length === batchSize) await publishBatch();
  }
  await publishBatch();
  return count;
}
