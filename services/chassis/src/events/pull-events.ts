import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Logger } from '../logger.ts';
import { runPeriodically } from '../process/periodic-task.ts';
import type { ConsumerOptions } from './consumer-options.ts';
import type { Delivery } from './delivery.ts';
import type { DueEventStore } from './due-event-store.ts';
import { isUnprepared } from './event-source.ts';
import type { EventSource } from './event-source.ts';
import { pause } from '../process/pause.ts';
import { createSlots } from './slots.ts';
import type { Slots } from './slots.ts';

const maxRetryMs = 5_000;
const checkDueEveryMs = 1_000;

export interface Pulling extends Pick<ConsumerOptions<never>, 'durable' | 'concurrency' | 'ackWaitMs'> {
  readonly source: EventSource;
  readonly slots: Slots;
  readonly delivery: Delivery;
  readonly logger: Logger;
}

/** Pulls as many events as there are free slots, until the source is stopped. */
export async function pullEvents({
  source,
  slots,
  logger,
}: Pick<Pulling, 'source' | 'slots' | 'logger'>): Promise<void> {
  let retryMs = 100;
  while (!source.isStopped()) {
    try {
      await slots.whenFree();
      // One request covers all slots that become free in this iteration.
      await nextIteration();
      await source.pull(Math.max(1, slots.free()));
      retryMs = 100;
    } catch (error) {
      if (source.isStopped()) return;
      if (source.detach(error)) logWaiting(logger, error);
      await pause(retryMs, source.stopping);
      retryMs = Math.min(maxRetryMs, retryMs * 2);
    }
  }
}

/** Claims due events and delivers them like events of the stream. Returns a function that stops this. */
export function pullDueEvents(pulling: Pulling, dueEvents: DueEventStore): () => Promise<void> {
  const { durable, concurrency, ackWaitMs, slots, delivery, logger } = pulling;
  const maxRetries = Math.max(1, Math.floor(concurrency / 2));
  const retrySlots = createSlots(maxRetries);
  return runPeriodically(logger, {
    name: `retries of ${durable}`,
    everyMs: checkDueEveryMs,
    maxBackoffMs: maxRetryMs,
    async run(stopping) {
      for (;;) {
        await retrySlots.whenFree();
        await slots.whenFree();
        if (stopping.aborted) return;
        const due = await dueEvents.claim(durable, ackWaitMs);
        if (due === undefined) return;
        void retrySlots.run(() => delivery.deliver(due));
      }
    },
  });
}

function logWaiting(logger: Logger, error: unknown): void {
  if (isUnprepared(error))
    logger.warn('the stream or the durable consumer does not exist; run the prepare command');
  else logger.warn({ err: error }, 'pulling events failed; the consumer tries again');
}
