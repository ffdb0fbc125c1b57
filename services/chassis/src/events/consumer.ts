import type { Logger } from '../logger.ts';
import { consumerMetrics } from './consumer-metrics.ts';
import type { ConsumerOptions } from './consumer-options.ts';
import { createDelivery } from './delivery.ts';
import type { Delivery } from './delivery.ts';
import { createEventSource } from './event-source.ts';
import type { EventSource } from './event-source.ts';
import { pause } from './pause.ts';

export type { ConsumerOptions, HandlerContext, ReceivedEvent } from './consumer-options.ts';

export interface Consumer {
  /** Begins to pull, at once or as soon as the stream exists. */
  start(): void;
  /** Pulls no more and waits for the handlers; at the deadline (default 10 s) gives the rest back for redelivery. */
  stop(deadlineMs?: number): Promise<void>;
  /** Whether the durable consumer was found or made and is pulled from. */
  isAttached(): boolean;
}

const maxRetryMs = 5_000;

/**
 * A durable pull consumer that delivers at least once. Each of `concurrency` slots pulls one event, handles it and
 * acknowledges it; so nothing waits unhandled in memory, and what a killed process held comes back after `ackWaitMs`.
 */
export function createConsumer<T>(options: ConsumerOptions<T>): Consumer {
  const metrics = consumerMetrics(options.metrics);
  const logger = options.logger.child({ consumer: options.durable });
  const aborting = new AbortController();
  const delivery = createDelivery({ ...options, logger, metrics, signal: aborting.signal });
  const source = createEventSource(options);
  let slots: Promise<unknown> = Promise.resolve();

  return {
    start() {
      const running = Array.from({ length: options.concurrency }, () => runSlot(source, delivery, logger));
      slots = Promise.all(running);
    },
    async stop(deadlineMs = 10_000) {
      source.stop();
      const done = new AbortController();
      await Promise.race([slots.then(() => done.abort()), pause(deadlineMs, done.signal)]);
      aborting.abort();
      delivery.giveBack();
    },
    isAttached: () => source.isAttached(),
  };
}

async function runSlot(source: EventSource, delivery: Delivery, logger: Logger): Promise<void> {
  let retryMs = 100;
  while (!source.isStopped()) {
    try {
      for await (const message of await source.fetch()) await delivery.deliver(message);
      retryMs = 100;
    } catch (error) {
      if (source.isStopped()) return;
      if (source.detach()) logger.warn({ err: error, retryMs }, 'cannot pull events; it is tried again');
      await pause(retryMs, source.stopping);
      retryMs = Math.min(maxRetryMs, retryMs * 2);
    }
  }
}
