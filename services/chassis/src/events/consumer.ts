import { AckPolicy, DeliverPolicy, ReplayPolicy, nanos } from 'nats';
import type { Consumer as PullConsumer, ConsumerMessages } from 'nats';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { apiCode } from './api-code.ts';
import type { EventConnection } from './connection.ts';
import { consumerMetrics } from './consumer-metrics.ts';
import { createDelivery } from './delivery.ts';
import type { Delivery } from './delivery.ts';
import { subjectOf } from './event.ts';
import type { MessageType } from './event.ts';
import { pause } from './pause.ts';

/** An event as a handler gets it. */
export interface ReceivedEvent<T> {
  /** The event id: the same on every delivery. */
  readonly id: string;
  readonly value: T;
  /** Empty for events of no organization. */
  readonly organizationId: string;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  /** 1 on the first delivery. */
  readonly deliveryCount: number;
  readonly occurredAt: Date;
}

export interface HandlerContext {
  /** Aborted when the process stops and the handler's time is over; the event is then delivered again elsewhere. */
  readonly signal: AbortSignal;
  /** Bound to the event. */
  readonly logger: Logger;
}

export interface ConsumerOptions<T> {
  readonly connection: EventConnection;
  readonly stream: string;
  /** `<service>__<handler>`. */
  readonly durable: string;
  readonly message: MessageType<T>;
  /**
   * Commits its effect before it returns, and is idempotent by a condition in the filter of its write. Throws
   * PoisonError for what can never be handled; anything else it throws is tried again.
   */
  readonly handle: (event: ReceivedEvent<T>, context: HandlerContext) => Promise<void>;
  /** Called once an event is given up and recorded, before it leaves the stream; when it throws, both happen again. */
  readonly onDeadLetter?: ((event: ReceivedEvent<T>, reason: string) => Promise<void>) | undefined;
  /** Events handled at the same time. */
  readonly concurrency: number;
  /** After this long without a sign of life the event is delivered again; a third of it is the heartbeat's interval. */
  readonly ackWaitMs: number;
  /** Deliveries before the event is given up; default 8. */
  readonly maxDeliver?: number | undefined;
  /** Delay before the second, third, … delivery; the last one repeats. Default 1 s to one minute. */
  readonly backoffMs?: readonly number[] | undefined;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

export interface Consumer {
  /** Begins to pull, at once or as soon as the stream exists. */
  start(): void;
  /** Pulls no more and waits for the handlers; at the deadline (default 10 s) gives the rest back for redelivery. */
  stop(deadlineMs?: number): Promise<void>;
  /** Whether the durable consumer was found or made and is pulled from. */
  isAttached(): boolean;
}

const pull = { max_messages: 1, expires: 15_000, idle_heartbeat: 5_000 };
const maxRetryMs = 5_000;
const consumerExists = 10_148;

/**
 * A durable pull consumer that delivers at least once. Each of `concurrency` slots pulls one event, handles it and
 * acknowledges it; so nothing waits unhandled in memory, and what a killed process held comes back after `ackWaitMs`.
 */
export function createConsumer<T>(options: ConsumerOptions<T>): Consumer {
  const metrics = consumerMetrics(options.metrics);
  const logger = options.logger.child({ consumer: options.durable });
  const aborting = new AbortController();
  const delivery = createDelivery({ ...options, logger, metrics, signal: aborting.signal });
  const source = createSource(options);
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
    isAttached: source.isAttached,
  };
}

interface Source {
  /** Waits for the next messages; rejects when the consumer or the stream is not there. */
  fetch(): Promise<ConsumerMessages>;
  /** Makes the next fetch look for the consumer again. */
  detach(): void;
  isAttached(): boolean;
  stop(): void;
  readonly stopping: AbortSignal;
}

function createSource<T>(options: ConsumerOptions<T>): Source {
  const stopping = new AbortController();
  let attaching: Promise<PullConsumer> | undefined;
  let isAttached = false;
  return {
    async fetch() {
      attaching ??= attach(options);
      const consumer = await attaching;
      isAttached = true;
      const messages = await consumer.fetch(pull);
      const stop = (): void => void messages.close();
      stopping.signal.addEventListener('abort', stop, { once: true });
      void messages.closed().then(() => {
        stopping.signal.removeEventListener('abort', stop);
      });
      if (stopping.signal.aborted) stop();
      return messages;
    },
    detach() {
      attaching = undefined;
      isAttached = false;
    },
    isAttached: () => isAttached,
    stop: () => {
      stopping.abort();
    },
    stopping: stopping.signal,
  };
}

async function attach<T>(options: ConsumerOptions<T>): Promise<PullConsumer> {
  const { connection, stream, durable } = options;
  const config = configOf(options);
  await connection.jsm.consumers.add(stream, config).catch(async (error: unknown) => {
    if (apiCode(error) !== consumerExists) throw error;
    await connection.jsm.consumers.update(stream, durable, config);
  });
  return await connection.js.consumers.get(stream, durable);
}

/**
 * The server counts deliveries but never stops at a number: one delivery more than `maxDeliver` is what tells that the
 * last handler died, and lets the event be buried instead of staying in the stream unseen.
 */
function configOf<T>({ durable, message, ackWaitMs }: ConsumerOptions<T>) {
  return {
    durable_name: durable,
    filter_subject: subjectOf(message),
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    replay_policy: ReplayPolicy.Instant,
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    max_ack_pending: 1_000,
  };
}

async function runSlot(source: Source, delivery: Delivery, logger: Logger): Promise<void> {
  let retryMs = 100;
  while (!source.stopping.aborted) {
    try {
      for await (const message of await source.fetch()) await delivery.deliver(message);
      retryMs = 100;
    } catch (error) {
      if (source.stopping.aborted) return;
      source.detach();
      logger.warn({ err: error, retryMs }, 'cannot pull events; it is tried again');
      await pause(retryMs, source.stopping);
      retryMs = Math.min(maxRetryMs, retryMs * 2);
    }
  }
}
