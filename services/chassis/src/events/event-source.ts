import { AckPolicy, DeliverPolicy, ReplayPolicy, nanos } from 'nats';
import type { Consumer as PullConsumer, ConsumerMessages } from 'nats';
import { apiCode } from './api-code.ts';
import type { ConsumerOptions } from './consumer-options.ts';
import { subjectOf } from './event.ts';
import { ensureDeadLetters } from './streams.ts';

const pull = { max_messages: 1, expires: 15_000, idle_heartbeat: 5_000 };
const consumerExists = 10_148;

/** Where a consumer's slots pull from: the durable consumer on the server, made when it is missing. */
export interface EventSource {
  /** Waits for the next messages; rejects when the consumer or the stream is not there. */
  fetch(): Promise<ConsumerMessages>;
  /** Makes the next fetch look for the consumer again; true for the first of the slots to notice. */
  detach(): boolean;
  isAttached(): boolean;
  stop(): void;
  isStopped(): boolean;
  /** Aborted by `stop`. */
  readonly stopping: AbortSignal;
}

export function createEventSource<T>(options: ConsumerOptions<T>): EventSource {
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
      const isFirst = attaching !== undefined;
      attaching = undefined;
      isAttached = false;
      return isFirst;
    },
    isAttached: () => isAttached,
    stop: () => {
      stopping.abort();
    },
    isStopped: () => stopping.signal.aborted,
    stopping: stopping.signal,
  };
}

async function attach<T>(options: ConsumerOptions<T>): Promise<PullConsumer> {
  const { connection, durable } = options;
  const stream = connection.namespace.stream(options.stream);
  const { config: kept } = await connection.jsm.streams.info(stream);
  await ensureDeadLetters(connection, kept.num_replicas);
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
function configOf<T>({ connection, durable, message, ackWaitMs }: ConsumerOptions<T>) {
  return {
    durable_name: durable,
    filter_subject: connection.namespace.subject(subjectOf(message)),
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    replay_policy: ReplayPolicy.Instant,
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    max_ack_pending: 1_000,
  };
}
