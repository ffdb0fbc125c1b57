import type { Db } from 'mongodb';
import { systemClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { Runtime } from '../process/runtime.ts';
import type { EventConnection } from './connection.ts';
import { createConsumerMetrics } from './consumer-metrics.ts';
import type { ConsumerOptions, HandlerContext, ReceivedEvent } from './consumer-options.ts';
import { createDelivery } from './delivery.ts';
import { createDueEventStore } from './due-event-store.ts';
import type { Durable } from './durable.ts';
import { deriveSubject } from './event.ts';
import type { MessageType, NamedMessage } from './event.ts';
import { createEventSource } from './event-source.ts';
import { createSendBatched, fromStream } from './incoming-event.ts';
import type { IncomingEvent } from './incoming-event.ts';
import { pause } from '../process/pause.ts';
import { PoisonError } from './poison-error.ts';
import { pullEvents, pullDueEvents } from './pull-events.ts';
import { createSlots } from './slots.ts';
import { readStreamName } from './subjects/stream-name.ts';

export type { ConsumerOptions, HandlerContext, ReceivedEvent } from './consumer-options.ts';

export interface Consumer {
  /** Starts to pull, at once or as soon as the stream exists. */
  start(): void;
  /** Stops to pull and waits for running handlers. At the deadline (default 10 s) nacks the remaining events. */
  stop(deadlineMs?: number): Promise<void>;
  /** Returns true when the durable consumer exists and events are pulled from it. */
  isAttached(): boolean;
}

/** Concurrency and retries of a consumer. A service may set them for all of its consumers. */
export interface ConsumerTuning {
  /** Maximum number of events that are handled at the same time; default 4. */
  readonly concurrency?: number | undefined;
  /** JetStream redelivers the event after this time without a heartbeat; default 30 s. */
  readonly ackWaitMs?: number | undefined;
  /** Deliveries before the event becomes a dead letter; default 8. */
  readonly maxDeliver?: number | undefined;
  /** Delays before the second, third, … delivery; the last one repeats. Default: 1 s to 60 s. */
  readonly backoffMs?: readonly number[] | undefined;
}

/** Declares how a service handles one event. */
export interface Consumption<Deps, T> extends ConsumerTuning {
  /** Default: the stream that the option of the message names. Set it only for messages of earlier versions. */
  readonly stream?: string | undefined;
  /** Default: `<service>__on-<message>`, such as `billing__on-run-completed`. */
  readonly durable?: string | undefined;
  readonly message: MessageType<T>;
  /** Texts of the message that must not be empty, such as its ids. An event without one of them becomes a dead letter at once. */
  readonly requires?: readonly (keyof T & string)[] | undefined;
  /** As in ConsumerOptions. */
  readonly handle: (deps: Deps, event: ReceivedEvent<T>, context: HandlerContext) => Promise<void> | void;
  /** As in ConsumerOptions. It is not called for an event that lacks a required text. */
  readonly onDeadLetter?: (deps: Deps, event: ReceivedEvent<T>, reason: string) => Promise<void> | void;
}

/** A declared consumer that is not bound to a process yet. */
export interface ConsumerDefinition<Deps> {
  readonly stream: string;
  readonly message: NamedMessage;
  readonly bind: (process: ConsumingProcess, deps: Deps, tuning: ConsumerTuning) => Consumer;
  /** Returns the durable consumer on the server when `service` consumes. */
  readonly durable: (service: string, tuning: ConsumerTuning) => Durable;
}

/** The parts of ServiceBase that consumers need. */
export interface ConsumingProcess {
  readonly events: EventConnection;
  readonly runtime: Pick<Runtime, 'name' | 'logger' | 'metrics'>;
  /** The database that stores retries. Unset: retries stay in the stream. */
  readonly db?: Db;
  readonly clock?: Clock;
}

/** Declares a consumer: `export const onRunCompleted = consumes<Deps, RunCompleted>({ message: RunCompleted, … })`. */
export function consumes<Deps, T>(consumption: Consumption<Deps, T>): ConsumerDefinition<Deps> {
  const { message, handle, onDeadLetter, stream = readStreamName(message), requires = [] } = consumption;
  const findMissing = ({ value }: ReceivedEvent<T>) => requires.find((name) => value[name] === '');
  const readDurableName = (service: string): string =>
    consumption.durable ?? deriveDurableName(service, message);
  return {
    stream,
    message,
    durable: (service, tuning) => {
      const { ackWaitMs } = mergeTuning(consumption, tuning);
      return { stream, durable: readDurableName(service), message, ackWaitMs };
    },
    bind({ events, runtime, db, clock = systemClock }, deps, tuning) {
      return createConsumer({
        ...mergeTuning(consumption, tuning),
        connection: events,
        stream,
        durable: readDurableName(runtime.name),
        message,
        handle(event, context) {
          const missing = findMissing(event);
          if (missing !== undefined) throw new PoisonError(`${missing} is empty`);
          return handle(deps, event, context);
        },
        onDeadLetter:
          onDeadLetter &&
          ((event, reason) =>
            findMissing(event) === undefined ? onDeadLetter(deps, event, reason) : undefined),
        dueEvents: db && createDueEventStore(db, clock),
        metrics: runtime.metrics,
        logger: runtime.logger,
      });
    },
  };
}

/** Creates the consumers of a service for its ServiceParts. `tuning` overrides the values of the declarations. */
export function createConsumers<Deps>(
  process: ConsumingProcess,
  deps: Deps,
  definitions: readonly ConsumerDefinition<Deps>[],
  tuning: ConsumerTuning = {},
): Consumer[] {
  return definitions.map((definition) => definition.bind(process, deps, tuning));
}

/** Lists the durable consumers of a service for its resources. Pass the same tuning as to `createConsumers`. */
export function listDurables(
  service: string,
  definitions: readonly Pick<ConsumerDefinition<never>, 'durable'>[],
  tuning: ConsumerTuning = {},
): Durable[] {
  return definitions.map(({ durable }) => durable(service, tuning));
}

function mergeTuning(declared: ConsumerTuning, override: ConsumerTuning) {
  return {
    concurrency: override.concurrency ?? declared.concurrency ?? 4,
    ackWaitMs: override.ackWaitMs ?? declared.ackWaitMs ?? 30_000,
    maxDeliver: override.maxDeliver ?? declared.maxDeliver,
    backoffMs: override.backoffMs ?? declared.backoffMs,
  };
}

function deriveDurableName(service: string, message: NamedMessage): string {
  const name = deriveSubject(message).split('.').at(-1) ?? '';
  return `${service}__on${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/**
 * Creates a durable pull consumer that delivers at least once. It pulls as many events as it has free slots, so that
 * no event waits in memory, and JetStream redelivers the events of a killed process after `ackWaitMs`.
 *
 * Retries that are more than a few seconds away are stored as due events, which use at most half of the slots.
 */
export function createConsumer<T>(options: ConsumerOptions<T>): Consumer {
  const metrics = createConsumerMetrics(options.metrics);
  const logger = options.logger.child({ consumer: options.durable });
  const aborting = new AbortController();
  const { dueEvents } = options;
  const sendBatched = createSendBatched(options.connection);
  const postpone = dueEvents && ((event: IncomingEvent, delayMs: number) => dueEvents.insert(event, delayMs));
  const source = createEventSource(options, (message) => {
    void delivery.deliver(fromStream(message, sendBatched, postpone));
  });
  // An existing consumer may have another value, and the server applies that one.
  const ackWaitMs = (): number => Math.min(options.ackWaitMs, source.ackWaitMs() ?? options.ackWaitMs);
  const slots = createSlots(options.concurrency);
  const delivery = createDelivery({ ...options, ackWaitMs, slots, logger, metrics, signal: aborting.signal });
  const pulling = { ...options, source, slots, delivery, logger };
  let stopRetries = (): Promise<void> => Promise.resolve();
  let pulled = Promise.resolve();

  return {
    start() {
      pulled = pullEvents(pulling);
      if (dueEvents !== undefined) stopRetries = pullDueEvents(pulling, dueEvents);
    },
    async stop(deadlineMs = 10_000) {
      source.stop();
      const done = new AbortController();
      const ended = Promise.all([stopRetries(), pulled, slots.idle()]).then(() => done.abort());
      await Promise.race([ended, pause(deadlineMs, done.signal)]);
      aborting.abort();
      await delivery.nackInFlight();
    },
    isAttached: () => source.isAttached(),
  };
}
