import type { JsMsg } from 'nats';
import type { Logger } from '../logger.ts';
import type { ConsumerMetrics } from './consumer-metrics.ts';
import type { ConsumerOptions, ReceivedEvent } from './consumer-options.ts';
import { recordDeadLetter } from './dead-letters.ts';
import { eventHeaders } from './headers.ts';
import { PoisonError } from './poison-error.ts';

export interface Delivery {
  /** Handles one message to its end: acknowledged, to be delivered again, or a dead letter. Never rejects. */
  deliver(message: JsMsg): Promise<void>;
  /** Lets the server deliver at once elsewhere what is still being handled here. */
  giveBack(): void;
}

export interface DeliveryOptions<T> extends Omit<ConsumerOptions<T>, 'metrics' | 'ackWaitMs'> {
  readonly ackWaitMs: () => number;
  readonly logger: Logger;
  readonly metrics: ConsumerMetrics;
  readonly signal: AbortSignal;
}

type Outcome = 'handled' | 'failed' | 'dead';

const defaultMaxDeliver = 8;
const defaultBackoffMs = [1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000];

export function createDelivery<T>(options: DeliveryOptions<T>): Delivery {
  const { durable: consumer, metrics, connection } = options;
  const inFlight = new Map<JsMsg, NodeJS.Timeout>();

  return {
    async deliver(message) {
      inFlight.set(message, startHeartbeat(options, message));
      metrics.inFlight.inc({ consumer });
      const observe = metrics.duration.startTimer({ consumer });
      const outcome = await settle(options, message);
      observe();
      metrics.inFlight.dec({ consumer });
      metrics.events.inc({ consumer, outcome });
      clearInterval(inFlight.get(message));
      inFlight.delete(message);
    },
    giveBack() {
      for (const [message, heartbeat] of inFlight) {
        clearInterval(heartbeat);
        if (!connection.nc.isClosed()) message.nak();
      }
    },
  };
}

function startHeartbeat<T>({ connection, ackWaitMs }: DeliveryOptions<T>, message: JsMsg): NodeJS.Timeout {
  return setInterval(() => {
    if (!connection.nc.isClosed()) message.working();
  }, ackWaitMs() / 3);
}

async function settle<T>(options: DeliveryOptions<T>, message: JsMsg): Promise<Outcome> {
  const { deliveryCount } = message.info;
  const eventId = message.headers?.get(eventHeaders.id);
  const logger = options.logger.child({ eventId, deliveryCount });
  let event: ReceivedEvent<T> | undefined;
  try {
    event = decode(options, message);
    // One delivery too many: the process died while it handled the last one.
    if (deliveryCount > maxDeliverOf(options)) throw new PoisonError('no delivery was finished');
    await options.handle(event, { signal: options.signal, logger });
    message.ack();
    return 'handled';
  } catch (error) {
    return await settleFailure({ ...options, logger }, { message, event, error });
  }
}

interface Failure<T> {
  readonly message: JsMsg;
  /** Undefined when it could not be decoded. */
  readonly event: ReceivedEvent<T> | undefined;
  readonly error: unknown;
}

async function settleFailure<T>(options: DeliveryOptions<T>, failure: Failure<T>): Promise<Outcome> {
  const { message, error } = failure;
  const isLast = message.info.deliveryCount >= maxDeliverOf(options);
  if (options.signal.aborted) return 'failed';
  if (!isLast && !(error instanceof PoisonError)) {
    options.logger.warn({ err: error }, 'handling an event failed and will be tried again');
    deliverAgain(options, message);
    return 'failed';
  }
  try {
    await bury(options, failure);
    return 'dead';
  } catch (buryError) {
    options.logger.error({ err: buryError }, 'recording a dead letter failed and will be tried again');
    deliverAgain(options, message);
    return 'failed';
  }
}

/** The letter is stored before the event leaves the stream, so that dying in between loses neither. */
async function bury<T>(options: DeliveryOptions<T>, { message, event, error }: Failure<T>): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  await recordDeadLetter(options.connection, message, reason);
  if (event !== undefined) await options.onDeadLetter?.(event, reason);
  message.term('dead letter');
  options.logger.error({ err: error, subject: message.subject }, 'an event became a dead letter');
}

function deliverAgain<T>(options: DeliveryOptions<T>, message: JsMsg): void {
  const delays = options.backoffMs ?? defaultBackoffMs;
  const delayMs = delays[message.info.deliveryCount - 1] ?? delays.at(-1) ?? 0;
  if (!options.connection.nc.isClosed()) message.nak(delayMs);
}

function maxDeliverOf<T>(options: DeliveryOptions<T>): number {
  return options.maxDeliver ?? defaultMaxDeliver;
}

function decode<T>({ message: type }: DeliveryOptions<T>, message: JsMsg): ReceivedEvent<T> {
  const { stream, streamSequence, deliveryCount } = message.info;
  const header = (name: string): string => message.headers?.get(name) ?? '';
  try {
    return {
      id: header(eventHeaders.id) || `${stream}.${streamSequence.toString()}`,
      value: type.decode(message.data),
      organizationId: header(eventHeaders.organizationId),
      requestId: header(eventHeaders.requestId),
      traceparent: header(eventHeaders.traceparent) || undefined,
      deliveryCount,
      occurredAt: occurredAt(header(eventHeaders.occurredAt), message),
    };
  } catch (error) {
    throw new PoisonError(`the payload is no ${type.$type}`, { cause: error });
  }
}

/** What the publisher said, else when the stream stored it. */
function occurredAt(header: string, message: JsMsg): Date {
  const stated = new Date(header);
  return Number.isNaN(stated.getTime()) ? new Date(message.info.timestampNanos / 1e6) : stated;
}
