import type { ReceivedEvent } from './consumer-options.ts';
import type { MessageType } from './event.ts';
import { eventHeaders } from './headers.ts';
import type { IncomingEvent } from './incoming-event.ts';
import { PoisonError } from './poison-error.ts';

/** Decodes an event. Throws PoisonError when its payload is not a message of this type. */
export function decodeEvent<T>(type: MessageType<T>, incoming: IncomingEvent): ReceivedEvent<T> {
  const { origin, header, deliveryCount } = incoming;
  try {
    return {
      id: header(eventHeaders.id) || `${origin.stream}.${origin.sequence.toString()}`,
      value: type.decode(incoming.data),
      organizationId: header(eventHeaders.organizationId),
      requestId: header(eventHeaders.requestId),
      traceparent: header(eventHeaders.traceparent) || undefined,
      deliveryCount,
      occurredAt: parseOccurredAt(header(eventHeaders.occurredAt), origin.storedAt),
    };
  } catch (error) {
    throw new PoisonError(`the payload is not a valid ${type.$type}`, { cause: error });
  }
}

/** Parses the time of the publisher. Falls back to the time at which the stream stored the event. */
function parseOccurredAt(header: string, storedAt: Date): Date {
  const stated = new Date(header);
  return Number.isNaN(stated.getTime()) ? storedAt : stated;
}
