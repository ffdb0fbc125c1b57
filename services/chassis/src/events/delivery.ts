import type { Logger } from '../logger.ts';
import { retryDelayMs } from '../work/retry-delay.ts';
import type { ConsumerMetrics } from './consumer-metrics.ts';
import type { ConsumerOptions, HandlerContext, ReceivedEvent } from './consumer-options.ts';
import { recordDeadLetter } from './dead-letters.ts';
import { eventHeaders } from './headers.ts';
import type { IncomingEvent } from './incoming-event.ts';
import { PoisonError } from './poison-error.ts';
import type { Slots } from './slots.ts';
import { inSpan } from '../process/tracing/spans.ts';
import type { SpanOptions } from '../process/tracing/spans.ts';

export interface Delivery {
  /** Handles one event to its end: acknowledged, to be delivered again, or a dead letter. Never rejects. */
  deliver(incoming: IncomingEvent): Promise<void>;
  /** Lets what is still being handled here be delivered at once elsewhere. */
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
      // One for all, since a timer for each would cost more than most handlers.
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

/** Counts and times a delivery. */
function createObserver<T>({ durable: consumer, metrics }: DeliveryOptions<T>) {
  const outcomes = {
    handled: metrics.events.labels({ consumer, outcome: 'handled' }),
    failed: metrics.events.labels({ consumer, outcome: 'failed' }),
    dead: metrics.events.labels({ consumer, outcome: 'dead' }),
  };
  // A rise is not seen in what was not there.
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
    event = decode(options, incoming);
    // One delivery too many: the process died while it handled the last one.
    if (deliveryCount > readMaxDeliver(options)) throw new PoisonError('no delivery was finished');
    if (options.signal.aborted) return 'failed';
    await options.handle(event, createContext(options, incoming));
  } catch (error) {
    return await settleFailure(
      { ...options, logger: createEventLogger(options, incoming) },
      { incoming, event, error },
    );
  }
  // What cannot be acknowledged is delivered again, and changes nothing then.
  await sendOrLog(options.logger, () => incoming.acknowledge());
  return 'handled';
}

/** Its logger is made when it is asked for: most handlers say nothing. */
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
  /** Undefined when it could not be decoded. */
  readonly event: ReceivedEvent<T> | undefined;
  readonly error: unknown;
}

async function settleFailure<T>(options: DeliveryOptions<T>, failure: Failure<T>): Promise<Outcome> {
  const { incoming, error } = failure;
  const isLast = incoming.deliveryCount >= readMaxDeliver(options);
  if (options.signal.aborted) return 'failed';
  if (!isLast && !(error instanceof PoisonError)) {
    options.logger.warn({ err: error }, 'handling an event failed and will be tried again');
    await nackWithDelay(options, incoming);
    return 'failed';
  }
  try {
    await moveToDeadLetters(options, failure);
    return 'dead';
  } catch (recordError) {
    options.logger.error({ err: recordError }, 'recording a dead letter failed and will be tried again');
    await nackWithDelay(options, incoming);
    return 'failed';
  }
}

/** The letter is stored before the event leaves its place, so that dying in between loses neither. */
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

/** What could not be said is made up for by whoever waits for it: the event is delivered again when its time is over. */
async function sendOrLog(logger: Logger, send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    logger.warn({ err: error }, 'what became of an event could not be kept; it will be delivered again');
  }
}

function readMaxDeliver<T>(options: DeliveryOptions<T>): number {
  return options.maxDeliver ?? defaultMaxDeliver;
}

function decode<T>({ message: type }: DeliveryOptions<T>, incoming: IncomingEvent): ReceivedEvent<T> {
  const { origin, header, deliveryCount } = incoming;
  try {
    return {
      id: header(eventHeaders.id) || `${origin.stream}.${origin.sequence.toString()}`,
      value: type.decode(incoming.data),
      organizationId: header(eventHeaders.organizationId),
      requestId: header(eventHeaders.requestId),
      traceparent: header(eventHeaders.traceparent) || undefined,
      deliveryCount,
      occurredAt: parseOccurredAt(header(eventHeaders.occurredAt), origin.storedAt),
    };
  } catch (error) {
    throw new PoisonError(`the payload is no ${type.$type}`, { cause: error });
  }
}

/** What the publisher said, else when the stream stored it. */
function parseOccurredAt(header: string, storedAt: Date): Date {
  const stated = new Date(header);
  return Number.isNaN(stated.getTime()) ? storedAt : stated;
}
