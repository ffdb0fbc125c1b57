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
  /** Collections with an outbox. Each declares `outboxIndexes` and has string ids. */
  readonly collections: readonly string[];
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Interval of the sweep; default 1 s. */
  readonly sweepEveryMs?: number | undefined;
  /** Number of documents that a sweep reads at once per collection; default 100. */
  readonly batchSize?: number | undefined;
  /** Maximum number of documents that are published at the same time; default 32. */
  readonly inFlight?: number | undefined;
}

export interface Relay {
  /**
   * Publishes the events of one document. Call it right after the write. Never throws: the sweep publishes the events
   * if this fails.
   */
  notify(collection: string, documentId: string): void;
  /** Starts the sweep. Without it the relay publishes only the documents that `notify` names. */
  start(): void;
  /** Stops the sweep and waits until running publications have ended. */
  stop(): Promise<void>;
  /** Returns the age of the oldest waiting event that the last sweeps found, for readiness; 0 when none waits. */
  lagMs(): number;
}

const maxBackoffMs = 10_000;
const backfillEveryMs = 60_000;

/**
 * Creates the relay that moves events from the outboxes of documents to their streams.
 *
 * The relay publishes each event with its id as `Nats-Msg-Id` and then removes exactly the published events. After a
 * crash in between it publishes them again under the same id, so that none is lost and the stream drops the
 * duplicate. Several relays may run at once. The events of one document keep their order.
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
      // The sweep publishes the other documents, so that memory stays bounded while writes are faster than
      // publishing.
      if (mayPublish() && outboxes.size() < 10 * batchSize) void outboxes.drain(collection, documentId);
    },
    start() {
      stopBackfill = runPeriodically(options.logger, {
        name: 'backfill of outboxSince',
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
            if (failed) throw new Error(`some documents of collection ${collection} were not published`);
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

/** Sweeps every collection, also after a failure. Rejects when any sweep failed. */
async function sweepAll(
  collections: readonly string[],
  sweep: (collection: string) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const collection of collections) {
    await sweep(collection).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'the sweep of at least one collection failed');
}

function computeLagMs(waiting: Iterable<Date | undefined>, clock: Clock): number {
  const times = [...waiting].flatMap((date) => (date === undefined ? [] : [date.getTime()]));
  return times.length === 0 ? 0 : Math.max(0, clock.now().getTime() - Math.min(...times));
}
