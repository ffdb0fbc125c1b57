import type { Clock } from '../../src/clock.ts';
import {
  createDueEventStore,
  dueEventCollection,
  dueEventIndexes,
} from '../../src/events/due-event-store.ts';
import { ensureIndexes } from '../../src/mongo/indexes.ts';
import { openMongo, openNats } from '../servers.ts';
import { createConsumerBench } from './consumer-bench.ts';
import { ensureStreams } from './notes.ts';

export type DueEventBench = Awaited<ReturnType<typeof openDueEventBench>>;

/** Opens a consumer on the stream of notes, and the database that stores its due events. */
export async function openDueEventBench(namespace: string, clock: Clock) {
  const [mongo, nats] = await Promise.all([openMongo(), openNats(namespace)]);
  const stored = mongo.db.collection(dueEventCollection);
  await Promise.all([ensureStreams(nats), ensureIndexes(stored, dueEventIndexes)]);
  const bench = createConsumerBench(nats);
  return {
    mongo,
    nats,
    bench,
    stored,
    dueEvents: createDueEventStore(mongo.db, clock),
    async close(): Promise<void> {
      await bench.stop();
      await Promise.all([mongo.close(), nats.close()]);
    },
  };
}
