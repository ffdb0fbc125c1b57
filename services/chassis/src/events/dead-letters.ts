import type { EventConnection } from './connection.ts';
import { eventHeaders, buildHeaders } from './headers.ts';
import type { IncomingEvent } from './incoming-event.ts';
import { deadLetterPrefix } from './streams.ts';

/** Headers of a dead letter, in addition to those of its event. Its payload is the unchanged payload of the event. */
export const deadLetterHeaders = {
  subject: 'Assay-Dead-Subject',
  reason: 'Assay-Dead-Reason',
  consumer: 'Assay-Dead-Consumer',
  deliveryCount: 'Assay-Dead-Delivery-Count',
  eventId: 'Assay-Dead-Event-Id',
} as const;

const maxReasonLength = 500;

/** Stores a dead letter. Repeated calls within the duplicate window store one letter per consumer and event. */
export async function recordDeadLetter(
  connection: EventConnection,
  { origin, subject, data, header, deliveryCount }: IncomingEvent,
  reason: string,
): Promise<void> {
  const { consumer, stream, sequence } = origin;
  const headers = buildHeaders({
    [deadLetterHeaders.subject]: subject,
    [deadLetterHeaders.reason]: reason.slice(0, maxReasonLength),
    [deadLetterHeaders.consumer]: consumer,
    [deadLetterHeaders.deliveryCount]: deliveryCount.toString(),
    [deadLetterHeaders.eventId]: header(eventHeaders.id),
    [eventHeaders.organizationId]: header(eventHeaders.organizationId),
    [eventHeaders.occurredAt]: header(eventHeaders.occurredAt),
    [eventHeaders.requestId]: header(eventHeaders.requestId),
    [eventHeaders.traceparent]: header(eventHeaders.traceparent),
  });
  const msgID = `${consumer}.${stream}.${sequence.toString()}`;
  await connection.js.publish(connection.namespace.subject(`${deadLetterPrefix}.${consumer}`), data, {
    msgID,
    headers,
  });
}
