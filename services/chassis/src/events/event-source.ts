import type { Msg } from 'nats';
import { apiCode } from './api-code.ts';
import type { ConsumerOptions } from './consumer-options.ts';
import { consumerNotFound } from './durable.ts';
import { openPullRequests } from './pull-requests.ts';
import type { PullRequests } from './pull-requests.ts';
import { streamNotFound } from './streams.ts';

/** The source of a consumer's events: the durable consumer on the server, which the prepare command creates. */
export interface EventSource {
  /**
   * Requests `count` messages and passes them on. Resolves with fewer when the request expires. Rejects when the
   * consumer or the stream does not exist.
   */
  pull(count: number): Promise<void>;
  /** Makes the next pull look up the consumer again. Returns true when the failure is of another kind than the last one. */
  detach(error: unknown): boolean;
  isAttached(): boolean;
  /** Returns the ack wait of the server; undefined before the first pull. */
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

/** Returns true when the error says that the consumer or its stream does not exist. */
export function isUnprepared(error: unknown): boolean {
  return [streamNotFound, consumerNotFound].includes(apiCode(error) ?? 0);
}
