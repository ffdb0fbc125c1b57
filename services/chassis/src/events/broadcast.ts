import type { EventConnection } from './connection.ts';
import { deriveSubject } from './event.ts';
import type { MessageType, NamedMessage } from './event.ts';

/**
 * Sends a message to all connected processes, at most once and without storing it, for example when a cached entry is
 * stale. Subscribers must also clear their cache when the connection returns (`connection.onReconnect`).
 */
export function broadcast<T>(connection: EventConnection, type: MessageType<T>, value: T): void {
  connection.nc.publish(buildBroadcastSubject(connection, type), type.encode(value).finish());
}

/** Subscribes to the broadcasts of one message. Returns a function that unsubscribes. Logs the errors of the handler. */
export function onBroadcast<T>(
  connection: EventConnection,
  type: MessageType<T>,
  handler: (value: T) => void | Promise<void>,
): () => void {
  const subscription = connection.nc.subscribe(buildBroadcastSubject(connection, type), {
    callback(error, message) {
      if (error !== null) return;
      const handling = async (): Promise<void> => handler(type.decode(message.data));
      handling().catch((thrown: unknown) => {
        connection.logger.error({ err: thrown, subject: message.subject }, 'handling a broadcast failed');
      });
    },
  });
  return () => {
    subscription.unsubscribe();
  };
}

/** Builds a subject that differs from the subjects of events, so that no stream stores a broadcast. */
function buildBroadcastSubject({ namespace }: EventConnection, type: NamedMessage): string {
  return namespace.subject(`broadcast.${deriveSubject(type)}`);
}
