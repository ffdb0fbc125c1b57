import type { Consumer as PullConsumer, ConsumerMessages } from 'nats';
import { apiCode } from './api-code.ts';
import type { ConsumerOptions } from './consumer-options.ts';
import { consumerNotFound } from './durable.ts';
import { streamNotFound } from './streams.ts';

const waiting = { expires: 15_000, idle_heartbeat: 5_000 };

/** Where a consumer pulls from: the durable consumer on the server, which the prepare command makes. */
export interface EventSource {
  /** Waits for so many messages, less when time passes; rejects when the consumer or the stream is not there. */
  fetch(count: number): Promise<ConsumerMessages>;
  /** Makes the next fetch look for the consumer again; true when what went wrong is news. */
  detach(error: unknown): boolean;
  isAttached(): boolean;
  /** How long the server waits for a sign of life; undefined before it was asked. */
  ackWaitMs(): number | undefined;
  stop(): void;
  isStopped(): boolean;
  /** Aborted by `stop`. */
  readonly stopping: AbortSignal;
}

export function createEventSource<T>(options: ConsumerOptions<T>): EventSource {
  const stopping = new AbortController();
  let attaching: Promise<PullConsumer> | undefined;
  let isAttached = false;
  let ackWaitMs: number | undefined;
  let trouble: 'unprepared' | 'other' | undefined;
  return {
    async fetch(count) {
      attaching ??= attach(options);
      const consumer = await attaching;
      ackWaitMs = ((await consumer.info(true)).config.ack_wait ?? 0) / 1e6;
      const messages = await consumer.fetch({ max_messages: count, ...waiting });
      isAttached = true;
      trouble = undefined;
      const stop = (): void => void messages.close();
      stopping.signal.addEventListener('abort', stop, { once: true });
      void messages.closed().then(() => {
        stopping.signal.removeEventListener('abort', stop);
      });
      if (stopping.signal.aborted) stop();
      return messages;
    },
    detach(error) {
      attaching = undefined;
      isAttached = false;
      const isNews = isUnprepared(error) ? trouble !== 'unprepared' : trouble === undefined;
      if (isNews) trouble = isUnprepared(error) ? 'unprepared' : 'other';
      return isNews;
    },
    isAttached: () => isAttached,
    ackWaitMs: () => ackWaitMs,
    stop: () => {
      stopping.abort();
    },
    isStopped: () => stopping.signal.aborted,
    stopping: stopping.signal,
  };
}

/** Whether what the error says is that the consumer or its stream was not made yet. */
export function isUnprepared(error: unknown): boolean {
  return [streamNotFound, consumerNotFound].includes(apiCode(error) ?? 0);
}

async function attach<T>({ connection, stream, durable }: ConsumerOptions<T>): Promise<PullConsumer> {
  return await connection.js.consumers.get(connection.namespace.stream(stream), durable);
}
