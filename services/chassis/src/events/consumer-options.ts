import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import type { EventConnection } from './connection.ts';
import type { DueEventStore } from './due-event-store.ts';
import type { MessageType } from './event.ts';

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
  readonly handle: (event: ReceivedEvent<T>, context: HandlerContext) => Promise<void> | void;
  /** Called once an event is given up and recorded, before it leaves the stream; when it throws, both happen again. */
  readonly onDeadLetter?: ((event: ReceivedEvent<T>, reason: string) => Promise<void> | void) | undefined;
  /** Events handled at the same time. */
  readonly concurrency: number;
  /** After this long without a sign of life the event is delivered again; a third of it is the heartbeat's interval. */
  readonly ackWaitMs: number;
  /** Deliveries before the event is given up; default 8. */
  readonly maxDeliver?: number | undefined;
  /** Delay before the second, third, … delivery; the last one repeats. Default 1 s to one minute. */
  readonly backoffMs?: readonly number[] | undefined;
  /** Where what waits for a retry for more than a few seconds is kept; unset: in the stream. */
  readonly dueEvents?: DueEventStore | undefined;
  readonly metrics: Metrics;
  readonly logger: Logger;
}
