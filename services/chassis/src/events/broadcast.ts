import type { EventConnection } from './connection.ts';
import { deriveSubject } from './event.ts';
import type { MessageType, NamedMessage } from './event.ts';

/**
 * Tells all processes that are connected right now, at most once and without a trace, such as that a cached entry is
 * stale. Whoever listens also has to drop what it cached when the connection returns (`connection.onReconnect`).
 */
export function broadcast<T>(connection: EventConnection, type: MessageType<T>, value: T): void {
  connection.nc.publish(buildBroadcastSubject(connection, type), type.encode(value).finish());
}

/** Hears broadcasts of one message until the returned function is called. A handler that throws is logged. */
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

/** Apart from the subjects of events, so that no stream keeps a broadcast. */
function buildBroadcastSubject({ namespace }: EventConnection, type: NamedMessage): string {
  return namespace.subject(`broadcast.${deriveSubject(type)}`);
}
