import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Logger } from '../logger.ts';
import { runPeriodically } from '../process/periodic-task.ts';
import type { ConsumerOptions } from './consumer-options.ts';
import type { Delivery } from './delivery.ts';
import type { DueEventStore } from './due-event-store.ts';
import { isUnprepared } from './event-source.ts';
import type { EventSource } from './event-source.ts';
import { pause } from './pause.ts';
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

/** Pulls until the source is stopped, as many events as there are free slots. */
export async function pullEvents({
  source,
  slots,
  logger,
}: Pick<Pulling, 'source' | 'slots' | 'logger'>): Promise<void> {
  let retryMs = 100;
  while (!source.isStopped()) {
    try {
      await slots.whenFree();
      // Those that end in the same turn are asked for together.
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

/** Hands over what is due, as it hands over what the stream delivers. Returns how to stop. */
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
    logger.warn('waits for its stream and its durable consumer: they are not prepared');
  else logger.warn({ err: error }, 'cannot pull events; it is tried again');
}
