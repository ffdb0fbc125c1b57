import type { Logger } from '../logger.ts';
import { retryDelayMs } from '../process/retry-delay.ts';
import type { ConsumerMetrics } from './consumer-metrics.ts';
import type { ConsumerOptions, HandlerContext, ReceivedEvent } from './consumer-options.ts';
import { recordDeadLetter } from './dead-letters.ts';
import { decodeEvent } from './decode-event.ts';
import { eventHeaders } from './headers.ts';
import type { IncomingEvent } from './incoming-event.ts';
import { PoisonError } from './poison-error.ts';
import type { Slots } from './slots.ts';
import { inSpan } from '../process/tracing/spans.ts';
import type { SpanOptions } from '../process/tracing/spans.ts';

export interface Delivery {
  /** Handles one event until it is acknowledged, nacked or a dead letter. Never rejects. */
  deliver(incoming: IncomingEvent): Promise<void>;
  /** Nacks all events that are still being handled, so that another process receives them at once. */
  nackInFlight(): Promise<void>;
}

export interface DeliveryOptions<T> extends Omit<ConsumerOptions<T>, 'metrics' | 'ackWaitMs'> {
  readonly ackWaitMs: () => number;
  readonly slots: Pick<Slots, 'run'>;
  readonly metrics: ConsumerMetrics;
  readonly signal: AbortSignal;
}

type Outcome = 'handled' | 'failed' | 'dead';

const defaultMaxDeliver = 8;

export function createDelivery<T>(options: DeliveryOptions<T>): Delivery {
  const { logger } = options;
  const observe = createObserver(options);
  const inFlight = new Set<IncomingEvent>();
  let heartbeat: NodeJS.Timeout | undefined;
  const extendAll = (): void => {
    for (const incoming of inFlight) void sendOrLog(logger, () => incoming.extend());
  };

  return {
    async deliver(incoming) {
      inFlight.add(incoming);
      // All events share one timer, since a timer for each would cost more than most handlers.
      heartbeat ??= setInterval(extendAll, options.ackWaitMs() / 3).unref();
      await options.slots.run(() =>
        inSpan(buildSpan(options, incoming), () => observe(() => settle(options, incoming))),
      );
      inFlight.delete(incoming);
    },
    async nackInFlight() {
      clearInterval(heartbeat);
      const nacks = [...inFlight].map((incoming) => sendOrLog(logger, () => incoming.retry(0)));
      await Promise.all(nacks);
    },
  };
}

function buildSpan<T>(
  { durable }: DeliveryOptions<T>,
  { header, deliveryCount }: IncomingEvent,
): SpanOptions {
  const attributes = {
    'messaging.system': 'nats',
    'messaging.consumer.group.name': durable,
    'messaging.message.id': header(eventHeaders.id),
    'messaging.message.delivery_attempt': deliveryCount,
  };
  return {
    name: `process ${durable}`,
    kind: 'consumer',
    continues: header(eventHeaders.traceparent),
    attributes,
  };
}

/** Creates a function that counts and times a delivery. */
function createObserver<T>({ durable: consumer, metrics }: DeliveryOptions<T>) {
  const outcomes = {
    handled: metrics.events.labels({ consumer, outcome: 'handled' }),
    failed: metrics.events.labels({ consumer, outcome: 'failed' }),
    dead: metrics.events.labels({ consumer, outcome: 'dead' }),
  };
  // Prometheus sees no increase from a missing sample.
  for (const outcome of Object.values(outcomes)) outcome.inc(0);
  const inFlight = metrics.inFlight.labels({ consumer });
  const duration = metrics.duration.labels({ consumer });
  return async (work: () => Promise<Outcome>): Promise<void> => {
    inFlight.inc();
    const startedAt = performance.now();
    const outcome = await work();
    duration.observe((performance.now() - startedAt) / 1_000);
    inFlight.dec();
    outcomes[outcome].inc();
  };
}

async function settle<T>(options: DeliveryOptions<T>, incoming: IncomingEvent): Promise<Outcome> {
  const { deliveryCount } = incoming;
  let event: ReceivedEvent<T> | undefined;
  try {
    event = decodeEvent(options.message, incoming);
    // This delivery exceeds the limit, so the process died while it handled the last one.
    if (deliveryCount > (options.maxDeliver ?? defaultMaxDeliver))
      throw new PoisonError('no delivery was completed');
    if (options.signal.aborted) return 'failed';
    await options.handle(event, createContext(options, incoming));
  } catch (error) {
    return await settleFailure(
      { ...options, logger: createEventLogger(options, incoming) },
      { incoming, event, error },
    );
  }
  // JetStream redelivers an event whose acknowledgement fails, and the handler then changes nothing.
  await sendOrLog(options.logger, () => incoming.acknowledge());
  return 'handled';
}

/** Creates the logger only when it is used, because most handlers log nothing. */
function createContext<T>(options: DeliveryOptions<T>, incoming: IncomingEvent): HandlerContext {
  return {
    signal: options.signal,
    get logger() {
      return createEventLogger(options, incoming);
    },
  };
}

function createEventLogger<T>(
  { logger }: DeliveryOptions<T>,
  { header, deliveryCount }: IncomingEvent,
): Logger {
  return logger.child({ eventId: header(eventHeaders.id), deliveryCount });
}

interface Failure<T> {
  readonly incoming: IncomingEvent;
  /** Undefined when the payload could not be decoded. */
  readonly event: ReceivedEvent<T> | undefined;
  readonly error: unknown;
}

async function settleFailure<T>(options: DeliveryOptions<T>, failure: Failure<T>): Promise<Outcome> {
  const { incoming, error } = failure;
  const isLast = incoming.deliveryCount >= (options.maxDeliver ?? defaultMaxDeliver);
  if (options.signal.aborted) return 'failed';
  if (!isLast && !(error instanceof PoisonError)) {
    options.logger.warn({ err: error }, 'handling an event failed; it will be delivered again');
    await nackWithDelay(options, incoming);
    return 'failed';
  }
  try {
    await moveToDeadLetters(options, failure);
    return 'dead';
  } catch (recordError) {
    options.logger.error(
      { err: recordError },
      'recording a dead letter failed; the event will be delivered again',
    );
    await nackWithDelay(options, incoming);
    return 'failed';
  }
}

/** Records the dead letter before it ends the deliveries, so that a crash in between loses neither. */
async function moveToDeadLetters<T>(
  options: DeliveryOptions<T>,
  { incoming, event, error }: Failure<T>,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  await recordDeadLetter(options.connection, incoming, reason);
  if (event !== undefined) await options.onDeadLetter?.(event, reason);
  await incoming.discard();
  options.logger.error({ err: error, subject: incoming.subject }, 'an event became a dead letter');
}

async function nackWithDelay<T>(options: DeliveryOptions<T>, incoming: IncomingEvent): Promise<void> {
  const delayMs = retryDelayMs(incoming.deliveryCount, options.backoffMs);
  await sendOrLog(options.logger, () => incoming.retry(delayMs));
}

/** Sends a reply to JetStream or the database, and logs a failure. The event is then delivered again after its ack wait. */
async function sendOrLog(logger: Logger, send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    logger.warn({ err: error }, 'recording the outcome of an event failed; it will be delivered again');
  }
}
