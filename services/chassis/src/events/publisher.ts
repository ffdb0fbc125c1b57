import type { EventConnection } from './connection.ts';
import type { OutboxEntry } from './event.ts';
import { eventHeaders, buildHeaders } from './headers.ts';
import { currentTraceparent, inSpan } from '../process/tracing/spans.ts';
import type { SpanOptions } from '../process/tracing/spans.ts';

/** Publishes outbox entries to their streams. Only the relay and `redrive` use it, because every event goes through an outbox first. */
export interface Publisher {
  /**
   * Resolves when the stream has stored the event: to true, or to false when it dropped the event because it stored the same id within
   * its duplicate window, also if it was purged since. Rejects after five seconds.
   */
  publish(entry: OutboxEntry): Promise<boolean>;
  /** Returns true while publishing can succeed. */
  isConnected(): boolean;
}

export function createPublisher(connection: EventConnection): Publisher {
  return {
    publish: (entry) =>
      inSpan(buildSpan(entry), async () => {
        const headers = buildHeaders({
          [eventHeaders.organizationId]: entry.organizationId,
          [eventHeaders.occurredAt]: entry.occurredAt.toISOString(),
          [eventHeaders.requestId]: entry.requestId,
          [eventHeaders.traceparent]: currentTraceparent() ?? entry.traceparent,
        });
        const { duplicate } = await connection.js.publish(
          connection.namespace.subject(entry.subject),
          entry.payload,
          {
            msgID: entry.id,
            headers,
          },
        );
        return !duplicate;
      }),
    isConnected: () => connection.isConnected(),
  };
}

function buildSpan({ id, subject, traceparent = '' }: OutboxEntry): SpanOptions {
  const attributes = {
    'messaging.system': 'nats',
    'messaging.destination.name': subject,
    'messaging.message.id': id,
  };
  return { name: `publish ${subject}`, kind: 'producer', continues: traceparent, attributes };
}
