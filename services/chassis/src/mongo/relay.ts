import type { Collection, Db } from 'mongodb';
import type { Clock } from '../clock.ts';
import type { OutboxEntry } from '../events/event.ts';
import type { Publisher } from '../events/publisher.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { createBoundedQueue } from './bounded-queue.ts';
import { createRelayMetrics } from './relay-metrics.ts';

export interface RelayOptions {
  readonly db: Db;
  /** The collections with an outbox; each declares `outboxIndexes`. */
  readonly collections: readonly string[];
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** How often to look for leftovers; default one second. */
  readonly sweepEveryMs?: number | undefined;
  /** Documents read per sweep and collection; default 100. */
  readonly batchSize?: number | undefined;
  /** Documents published at the same time; default 32. */
  readonly inFlight?: number | undefined;
}

export interface Relay {
  /** Publishes what waits in one document; call it right after the write. Never throws: the sweep makes up for it. */
  notify(collection: string, documentId: string): void;
  /** Begins to sweep. */
  start(): void;
  /** Stops sweeping and waits for what is being published. */
  stop(): Promise<void>;
  /** The age of the oldest event known to wait, for readiness; 0 when none does. */
  lagMs(): number;
}

interface Pending {
  readonly _id: string;
  readonly outbox?: readonly OutboxEntry[];
}

const maxBackoffMs = 10_000;

/**
 * Moves events from the documents' outboxes into their streams: publishes with the event id as `Nats-Msg-Id`, then
 * removes exactly what was published. Dying in between publishes twice under the same id, never zero times; so several
 * relays may work at once. The events of one document keep their order.
 */
export function createRelay(options: RelayOptions): Relay {
  const { db, publisher, clock, logger } = options;
  const sweepEveryMs = options.sweepEveryMs ?? 1_000;
  const batchSize = options.batchSize ?? 100;
  const oldest = new Map<string, Date>();
  const lagMs = (): number => Math.max(0, ...oldest.values().map((date) => clock.now().getTime() - date.getTime()));
  const metrics = createRelayMetrics(options.metrics, lagMs);
  const queue = createBoundedQueue(options.inFlight ?? 32);
  let isStopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();

  function pendingIn(name: string): Collection<Pending> {
    return db.collection<Pending>(name);
  }

  async function publishDocument(name: string, id: string): Promise<void> {
    const found = await pendingIn(name).findOne({ _id: id }, { projection: { outbox: 1 }, promoteBuffers: true });
    if (found !== null) await publishPending(name, found);
  }

  async function publishPending(name: string, { _id, outbox = [] }: Pending): Promise<void> {
    const published: string[] = [];
    try {
      for (const entry of outbox) {
        await publisher.publish(entry);
        published.push(entry.id);
      }
    } finally {
      if (published.length > 0) {
        await pendingIn(name).updateOne({ _id }, { $pull: { outbox: { id: { $in: published } } } });
        metrics.published.inc({ collection: name }, published.length);
      }
    }
  }

  /** Runs one document's publishing; says whether it succeeded. */
  function enqueue(name: string, id: string, publish: () => Promise<void>): Promise<boolean> {
    return queue.run(`${name}/${id}`, async () => {
      try {
        await publish();
        failures = 0;
        return true;
      } catch (error) {
        failures += 1;
        metrics.failed.inc({ collection: name });
        logger.warn({ err: error, collection: name, documentId: id }, 'publishing from an outbox failed; it is tried again');
        return false;
      }
    });
  }

  async function sweepCollection(name: string): Promise<void> {
    for (;;) {
      const filter = { 'outbox.occurredAt': { $gt: new Date(0) } };
      const found = await pendingIn(name)
        .find(filter, { projection: { outbox: 1 }, promoteBuffers: true })
        .sort({ 'outbox.occurredAt': 1 })
        .limit(batchSize)
        .toArray();
      const first = found[0]?.outbox?.[0];
      if (first === undefined) oldest.delete(name);
      else oldest.set(name, first.occurredAt);
      if (isStopped || !publisher.isConnected()) return;
      const results = await Promise.all(found.map(({ _id }) => enqueue(name, _id, () => publishDocument(name, _id))));
      if (found.length < batchSize || results.includes(false)) return;
    }
  }

  async function sweep(): Promise<void> {
    for (const name of options.collections) {
      await sweepCollection(name).catch((error: unknown) => {
        failures += 1;
        logger.warn({ err: error, collection: name }, 'sweeping an outbox failed; it is tried again');
      });
    }
    if (isStopped) return;
    const backoffMs = failures === 0 ? sweepEveryMs : Math.min(maxBackoffMs, sweepEveryMs * 2 ** Math.min(failures, 10));
    timer = setTimeout(runSweep, backoffMs);
  }

  function runSweep(): void {
    sweeping = sweep();
  }

  return {
    notify(name, id) {
      // While publishing fails or falls behind, the sweep alone decides what is next.
      if (isStopped || failures > 0 || !publisher.isConnected() || queue.size() >= batchSize) return;
      void enqueue(name, id, () => publishDocument(name, id));
    },
    start: runSweep,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await sweeping;
      await queue.idle();
    },
    lagMs,
  };
}
