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
import { pause } from './pause.ts';
import { pullEvents, pullDueEvents } from './pull-events.ts';
import { createSlots } from './slots.ts';

export type { ConsumerOptions, HandlerContext, ReceivedEvent } from './consumer-options.ts';

export interface Consumer {
  /** Begins to pull, at once or as soon as the stream exists. */
  start(): void;
  /** Pulls no more and waits for the handlers; at the deadline (default 10 s) gives the rest back for redelivery. */
  stop(deadlineMs?: number): Promise<void>;
  /** Whether the durable consumer was found or made and is pulled from. */
  isAttached(): boolean;
}

/** How eagerly events are taken; a service may state it for all of its consumers. */
export interface ConsumerTuning {
  /** Events handled at the same time; default 4. */
  readonly concurrency?: number | undefined;
  /** After this long without a sign of life the event is delivered again; default 30 s. */
  readonly ackWaitMs?: number | undefined;
  /** Deliveries before the event is given up; default 8. */
  readonly maxDeliver?: number | undefined;
  /** Delay before the second, third, … delivery; the last one repeats. Default 1 s to one minute. */
  readonly backoffMs?: readonly number[] | undefined;
}

/** What a service does with one event. */
export interface Consumption<Deps, T> extends ConsumerTuning {
  readonly stream: string;
  /** Unless given `<service>__on-<message>`, such as `billing__on-run-completed`. */
  readonly durable?: string | undefined;
  readonly message: MessageType<T>;
  /** As in ConsumerOptions. */
  readonly handle: (deps: Deps, event: ReceivedEvent<T>, context: HandlerContext) => Promise<void> | void;
  /** As in ConsumerOptions. */
  readonly onDeadLetter?: (deps: Deps, event: ReceivedEvent<T>, reason: string) => Promise<void> | void;
}

/** A consumer that still lacks the process it runs in. */
export interface ConsumerDefinition<Deps> {
  readonly stream: string;
  readonly message: NamedMessage;
  readonly bind: (process: ConsumingProcess, deps: Deps, tuning: ConsumerTuning) => Consumer;
  /** What the server keeps of it when `service` consumes. */
  readonly durable: (service: string, tuning: ConsumerTuning) => Durable;
}

/** A ServiceBase, as far as consumers need it. */
export interface ConsumingProcess {
  readonly events: EventConnection;
  readonly runtime: Pick<Runtime, 'name' | 'logger' | 'metrics'>;
  /** Where retries wait; without them they wait in the stream. */
  readonly db?: Db;
  readonly clock?: Clock;
}

/** Declares a consumer: `export const onRunCompleted = consumes<Deps, RunCompleted>({ stream: 'RUNS', … })`. */
export function consumes<Deps, T>(consumption: Consumption<Deps, T>): ConsumerDefinition<Deps> {
  const { stream, message, handle, onDeadLetter } = consumption;
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
        handle: (event, context) => handle(deps, event, context),
        onDeadLetter: onDeadLetter && ((event, reason) => onDeadLetter(deps, event, reason)),
        dueEvents: db && createDueEventStore(db, clock),
        metrics: runtime.metrics,
        logger: runtime.logger,
      });
    },
  };
}

/** The consumers of a service, for its ServiceParts; a tuning given here goes before what a consumer declares. */
export function createConsumers<Deps>(
  process: ConsumingProcess,
  deps: Deps,
  definitions: readonly ConsumerDefinition<Deps>[],
  tuning: ConsumerTuning = {},
): Consumer[] {
  return definitions.map((definition) => definition.bind(process, deps, tuning));
}

/** What the server keeps of the consumers of a service, for its resources; tuned as they are when they are created. */
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
 * A durable pull consumer that delivers at least once. It pulls as many events as it has free slots, so that nothing waits
 * unhandled in memory, and what a killed process held comes back after `ackWaitMs`. What failed and waits for a retry that is
 * more than a few seconds away is kept among the due events; half of the slots at most are theirs.
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
  // Made with another setting, it is the server's that counts.
  const ackWaitMs = (): number => Math.min(options.ackWaitMs, source.ackWaitMs() ?? options.ackWaitMs);
  const slots = createSlots(options.concurrency);
  const delivery = createDelivery({
    ...{ ...options, ackWaitMs, slots, logger, metrics },
    signal: aborting.signal,
  });
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
