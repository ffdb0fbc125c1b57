import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import type { EventConnection } from './connection.ts';
import type { DueEventStore } from './due-event-store.ts';
import type { MessageType } from './event.ts';

/** An event as a handler receives it. */
export interface ReceivedEvent<T> {
  /** The event id, which is the same on every delivery. */
  readonly id: string;
  readonly value: T;
  /** Empty for events without an organization. */
  readonly organizationId: string;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  /** 1 on the first delivery. */
  readonly deliveryCount: number;
  readonly occurredAt: Date;
}

export interface HandlerContext {
  /** Aborted when the process stops and the handler's time is over. The event is then delivered to another process. */
  readonly signal: AbortSignal;
  /** Adds fields of the event to each line. */
  readonly logger: Logger;
}

export interface ConsumerOptions<T> {
  readonly connection: EventConnection;
  readonly stream: string;
  /** `<service>__<handler>`. */
  readonly durable: string;
  readonly message: MessageType<T>;
  /**
   * Handles an event and commits its effect before it returns. It is idempotent by a condition in the filter of its
   * write. Throws PoisonError for an event that can never be handled; after any other error the event is retried.
   */
  readonly handle: (event: ReceivedEvent<T>, context: HandlerContext) => Promise<void> | void;
  /** Called after a dead letter was recorded and before the event leaves the stream. When it throws, both happen again. */
  readonly onDeadLetter?: ((event: ReceivedEvent<T>, reason: string) => Promise<void> | void) | undefined;
  /** Maximum number of events that are handled at the same time. */
  readonly concurrency: number;
  /** JetStream redelivers the event after this time without a heartbeat. The heartbeat interval is a third of it. */
  readonly ackWaitMs: number;
  /** Deliveries before the event becomes a dead letter; default 8. */
  readonly maxDeliver?: number | undefined;
  /** Delays before the second, third, … delivery; the last one repeats. Default: 1 s to 60 s. */
  readonly backoffMs?: readonly number[] | undefined;
  /** Stores retries that are more than a few seconds away. Unset: they stay in the stream. */
  readonly dueEvents?: DueEventStore | undefined;
  readonly metrics: Metrics;
  readonly logger: Logger;
}
