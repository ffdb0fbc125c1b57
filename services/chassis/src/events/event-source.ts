import type { Msg } from 'nats';
import { apiCode } from './api-code.ts';
import type { ConsumerOptions } from './consumer-options.ts';
import { consumerNotFound } from './durable.ts';
import { openPullRequests } from './pull-requests.ts';
import type { PullRequests } from './pull-requests.ts';
import { streamNotFound } from './streams.ts';

/** Where a consumer pulls from: the durable consumer on the server, which the prepare command makes. */
export interface EventSource {
  /** Hands over so many messages, less when time passes; rejects when the consumer or the stream is not there. */
  pull(count: number): Promise<void>;
  /** Makes the next pull look for the consumer again; true when what went wrong is news. */
  detach(error: unknown): boolean;
  isAttached(): boolean;
  /** How long the server waits for a sign of life; undefined before it was asked. */
  ackWaitMs(): number | undefined;
  stop(): void;
  isStopped(): boolean;
  /** Aborted by `stop`. */
  readonly stopping: AbortSignal;
}

export function createEventSource<T>(options: ConsumerOptions<T>, take: (message: Msg) => void): EventSource {
  const stopping = new AbortController();
  let requests: PullRequests | undefined;
  let ackWaitMs: number | undefined;
  let lastFailure: 'unprepared' | 'other' | undefined;

  async function attach(): Promise<PullRequests> {
    const { connection, stream, durable } = options;
    const { config } = await connection.jsm.consumers.info(connection.namespace.stream(stream), durable);
    ackWaitMs = (config.ack_wait ?? 0) / 1e6;
    lastFailure = undefined;
    return openPullRequests(connection, { stream, durable }, take);
  }

  return {
    async pull(count) {
      requests ??= await attach();
      if (stopping.signal.aborted) requests.close();
      else await requests.pull(count);
    },
    detach(error) {
      requests?.close();
      requests = undefined;
      const isNewFailure = isUnprepared(error) ? lastFailure !== 'unprepared' : lastFailure === undefined;
      if (isNewFailure) lastFailure = isUnprepared(error) ? 'unprepared' : 'other';
      return isNewFailure;
    },
    isAttached: () => requests !== undefined,
    ackWaitMs: () => ackWaitMs,
    stop: () => {
      stopping.abort();
      requests?.close();
    },
    isStopped: () => stopping.signal.aborted,
    stopping: stopping.signal,
  };
}

/** Whether what the error says is that the consumer or its stream was not made yet. */
export function isUnprepared(error: unknown): boolean {
  return [streamNotFound, consumerNotFound].includes(apiCode(error) ?? 0);
}
