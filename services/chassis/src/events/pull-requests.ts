import { nanos } from 'nats';
import type { Msg } from 'nats';
import type { EventConnection } from './connection.ts';

/**
 * Pulls the events of a durable consumer over one subscription. The library's `fetch` creates one per call, which
 * costs twice as much as an event.
 */
export interface PullRequests {
  /**
   * Requests `count` events. Resolves when all have arrived or the request has expired. Rejects when the consumer
   * does not exist.
   */
  pull(count: number): Promise<void>;
  close(): void;
}

interface Request {
  remaining: number;
  readonly ended: PromiseWithResolvers<undefined>;
}

const expiresMs = 15_000;
/** After this time the server has dropped the request, or never received it. */
const abandonedAfterMs = expiresMs + 5_000;

/** The statuses of the pull protocol (NATS ADR-13) that end a request without an error. */
const endStatuses = new Set([404, 408]);
const heartbeatStatus = 100;

export function openPullRequests(
  connection: EventConnection,
  { stream, durable }: { readonly stream: string; readonly durable: string },
  take: (message: Msg) => void,
): PullRequests {
  const { nc } = connection;
  const inbox = connection.createInbox();
  const subject = `$JS.API.CONSUMER.MSG.NEXT.${connection.namespace.stream(stream)}.${durable}`;
  let request: Request | undefined;
  const subscription = nc.subscribe(inbox, {
    callback(error, message) {
      if (error !== null) request?.ended.reject(error);
      else if (message.subject !== inbox) receive(message);
      else handleStatus(message);
    },
  });
  // The server loses its pull requests when the connection is lost.
  const removeListener = connection.onReconnect(() => request?.ended.resolve(undefined));

  function receive(message: Msg): void {
    if (request !== undefined) {
      request.remaining -= 1;
      if (request.remaining === 0) request.ended.resolve(undefined);
    }
    take(message);
  }

  function handleStatus({ headers }: Msg): void {
    const status = headers?.code ?? 0;
    if (status === heartbeatStatus) return;
    if (endStatuses.has(status)) request?.ended.resolve(undefined);
    else
      request?.ended.reject(
        new Error(`the pull request ended with status ${status} ${headers?.description ?? ''}`),
      );
  }

  return {
    async pull(count) {
      const ended = Promise.withResolvers<undefined>();
      request = { remaining: count, ended };
      const body = JSON.stringify({ batch: count, expires: nanos(expiresMs) });
      nc.publish(subject, body, { reply: inbox });
      const timer = setTimeout(() => {
        ended.resolve(undefined);
      }, abandonedAfterMs);
      try {
        await ended.promise;
      } finally {
        clearTimeout(timer);
        request = undefined;
      }
    },
    close() {
      removeListener();
      subscription.unsubscribe();
      request?.ended.resolve(undefined);
    },
  };
}
