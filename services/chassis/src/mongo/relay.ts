import type { Db } from 'mongodb';
import type { Clock } from '../clock.ts';
import type { Publisher } from '../events/publisher.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { runPeriodically } from '../process/periodic-task.ts';
import { createOutboxDrain } from './outbox-drain.ts';
import { backfillOutboxSince } from './outbox.ts';
import { sweepOutbox } from './outbox-sweep.ts';
import type { SweepOptions } from './outbox-sweep.ts';
import { createRelayMetrics } from './relay-metrics.ts';

export interface RelayOptions {
  readonly db: Db;
  /** The collections with an outbox; each declares `outboxIndexes` and has string ids. */
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
  /** Begins to sweep; without it only what is notified is published. */
  start(): void;
  /** Stops sweeping and waits for what is being published. */
  stop(): Promise<void>;
  /** The age of the oldest event known to wait, for readiness; 0 when none does. */
  lagMs(): number;
}

const maxBackoffMs = 10_000;
const backfillEveryMs = 60_000;

/**
 * Moves events from the documents' outboxes into their streams: publishes with the event id as `Nats-Msg-Id`, then
 * removes exactly what was published. Dying in between publishes twice under the same id, never zero times, so several
 * relays may work at once. The events of one document keep their order.
 */
export function createRelay(options: RelayOptions): Relay {
  const { clock, db, publisher, batchSize = 100 } = options;
  const oldest = new Map<string, Date | undefined>();
  const lagMs = (): number => computeLagMs(oldest.values(), clock);
  const metrics = createRelayMetrics(options.metrics, options.collections, lagMs);
  const outboxes = createOutboxDrain({ ...options, metrics, inFlight: options.inFlight ?? 32 });
  const stopping = new AbortController();
  const mayPublish = (): boolean => !stopping.signal.aborted && publisher.isConnected();
  const sweep: SweepOptions = { db, outboxes, batchSize, mayPublish };
  let stopSweep = (): Promise<void> => Promise.resolve();
  let stopBackfill = (): Promise<void> => Promise.resolve();

  return {
    notify(collection, documentId) {
      // What does not fit is the sweep's: memory stays bounded while publishing is slower than writing.
      if (mayPublish() && outboxes.size() < 10 * batchSize) void outboxes.drain(collection, documentId);
    },
    start() {
      stopBackfill = runPeriodically(options.logger, {
        name: 'adoption of outboxes of versions before',
        everyMs: backfillEveryMs,
        run: () => backfillOutboxSince(db, options.collections, clock.now()),
      });
      stopSweep = runPeriodically(options.logger, {
        name: 'sweep of outboxes',
        everyMs: options.sweepEveryMs ?? 1_000,
        maxBackoffMs,
        run: () =>
          sweepAll(options.collections, async (collection) => {
            const { oldest: waiting, failed } = await sweepOutbox(sweep, collection);
            oldest.set(collection, waiting);
            if (failed) throw new Error(`some documents of ${collection} could not be published`);
          }),
      });
    },
    async stop() {
      stopping.abort();
      await Promise.all([stopSweep(), stopBackfill()]);
      await outboxes.idle();
    },
    lagMs,
  };
}

/** Sweeps every collection, also after one that failed; rejects when any did. */
async function sweepAll(
  collections: readonly string[],
  sweep: (collection: string) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const collection of collections) {
    await sweep(collection).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'sweeping an outbox failed');
}

function computeLagMs(waiting: Iterable<Date | undefined>, clock: Clock): number {
  const times = [...waiting].flatMap((date) => (date === undefined ? [] : [date.getTime()]));
  return times.length === 0 ? 0 : Math.max(0, clock.now().getTime() - Math.min(...times));
}
