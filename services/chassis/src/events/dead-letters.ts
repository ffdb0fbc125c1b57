import type { JsMsg } from 'nats';
import type { EventConnection } from './connection.ts';
import { eventHeaders, headersOf } from './headers.ts';
import { deadLetterPrefix } from './streams.ts';

/** Headers of a dead letter beside those of the event it was; its payload is the event's, byte for byte. */
export const deadLetterHeaders = {
  subject: 'Assay-Dead-Subject',
  reason: 'Assay-Dead-Reason',
  consumer: 'Assay-Dead-Consumer',
  deliveryCount: 'Assay-Dead-Delivery-Count',
  eventId: 'Assay-Dead-Event-Id',
} as const;

const maxReasonLength = 500;

/** Stores a dead letter; one per consumer and event, however often it is called within the duplicate window. */
export async function recordDeadLetter(
  connection: EventConnection,
  message: JsMsg,
  reason: string,
): Promise<void> {
  const { consumer, stream, streamSequence, deliveryCount } = message.info;
  const eventId = message.headers?.get(eventHeaders.id) ?? '';
  const headers = headersOf({
    [deadLetterHeaders.subject]: message.subject,
    [deadLetterHeaders.reason]: reason.slice(0, maxReasonLength),
    [deadLetterHeaders.consumer]: consumer,
    [deadLetterHeaders.deliveryCount]: deliveryCount.toString(),
    [deadLetterHeaders.eventId]: eventId,
    [eventHeaders.organizationId]: message.headers?.get(eventHeaders.organizationId),
    [eventHeaders.occurredAt]: message.headers?.get(eventHeaders.occurredAt),
    [eventHeaders.requestId]: message.headers?.get(eventHeaders.requestId),
    [eventHeaders.traceparent]: message.headers?.get(eventHeaders.traceparent),
  });
  const msgID = `${consumer}.${stream}.${streamSequence.toString()}`;
  await connection.js.publish(connection.namespace.subject(`${deadLetterPrefix}.${consumer}`), message.data, {
    msgID,
    headers,
  });
}
