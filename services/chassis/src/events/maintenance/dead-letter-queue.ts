import { fromBinary, toJson } from '@bufbuild/protobuf';
import type { JsonValue } from '@bufbuild/protobuf';
import type { StoredMsg } from 'nats';
import { contract } from '../../grpc/contract/contract.ts';
import { noMessageFound, unless } from '../api-code.ts';
import type { EventConnection } from '../connection.ts';
import { deadLetterHeaders } from '../dead-letters.ts';
import type { DueEventStore } from '../due-event-store.ts';
import { eventHeaders } from '../headers.ts';
import { deadLetterPrefix, deadLetterStream, streamNotFound } from '../streams.ts';

/** An event that a consumer could not handle. */
export interface DeadLetter {
  /** The sequence in the stream of dead letters, which identifies the letter. */
  readonly number: number;
  readonly consumer: string;
  readonly reason: string;
  readonly diedAt: Date;
  readonly deliveryCount: number;
  readonly eventId: string;
  /** The full name of the event's message. */
  readonly event: string;
  readonly organizationId: string;
  readonly requestId: string;
  readonly occurredAt: string;
}

/** The dead letters of one service. */
export interface DeadLetterQueue {
  /** Lists the dead letters, oldest first. */
  list(): AsyncIterable<DeadLetter>;
  /**
   * Reads a letter and the content of its event, as JSON, or as base64 when it cannot be decoded. Resolves to
   * undefined when there is no such letter.
   */
  read(number: number): Promise<{ readonly letter: DeadLetter; readonly content: JsonValue } | undefined>;
  /**
   * Delivers the event to its consumer again, with the same id and a new delivery count, then removes the letter.
   * Resolves to false when there is no such letter.
   */
  redeliver(number: number): Promise<boolean>;
}

export function openDeadLetterQueue(
  connection: EventConnection,
  dueEvents: Pick<DueEventStore, 'insert'>,
  service: string,
): DeadLetterQueue {
  const { jsm, namespace } = connection;
  const stream = namespace.stream(deadLetterStream);
  const isOwn = ({ subject }: StoredMsg): boolean =>
    subject.startsWith(namespace.subject(`${deadLetterPrefix}.${service}__`));
  const get = (query: { seq: number; next_by_subj?: string }): Promise<StoredMsg | undefined> =>
    jsm.streams.getMessage(stream, query).catch(unless(noMessageFound, streamNotFound));
  const findOwn = async (number: number): Promise<StoredMsg | undefined> => {
    const found = await get({ seq: number });
    return found !== undefined && isOwn(found) ? found : undefined;
  };
  return {
    async *list() {
      const subject = namespace.subject(`${deadLetterPrefix}.*`);
      for (let seq = 1; ;) {
        const found = await get({ seq, next_by_subj: subject });
        if (found === undefined) return;
        if (isOwn(found)) yield toLetter(connection, found);
        seq = found.seq + 1;
      }
    },
    async read(number) {
      const found = await findOwn(number);
      if (found === undefined) return undefined;
      const letter = toLetter(connection, found);
      return { letter, content: decodeContent(letter.event, found.data) };
    },
    async redeliver(number) {
      const found = await findOwn(number);
      if (found === undefined) return false;
      await dueEvents.insert(toPostponed(found), 0);
      await jsm.streams.deleteMessage(stream, number);
      return true;
    },
  };
}

function toLetter({ namespace }: EventConnection, { seq, time, header }: StoredMsg): DeadLetter {
  return {
    number: seq,
    consumer: header.get(deadLetterHeaders.consumer),
    reason: header.get(deadLetterHeaders.reason),
    diedAt: time,
    deliveryCount: Number(header.get(deadLetterHeaders.deliveryCount)),
    eventId: header.get(deadLetterHeaders.eventId),
    event: header.get(deadLetterHeaders.subject).slice(namespace.subject('').length),
    organizationId: header.get(eventHeaders.organizationId),
    requestId: header.get(eventHeaders.requestId),
    occurredAt: header.get(eventHeaders.occurredAt),
  };
}

/**
 * Builds a due event. Its origin is the letter's own sequence: if the event fails again at once, the new letter is
 * not taken for a duplicate.
 */
function toPostponed({ seq, time, header, data }: StoredMsg) {
  const headers = [
    eventHeaders.organizationId,
    eventHeaders.occurredAt,
    eventHeaders.requestId,
    eventHeaders.traceparent,
  ].flatMap((name) => (header.get(name) === '' ? [] : [[name, header.get(name)] as const]));
  const eventId = header.get(deadLetterHeaders.eventId);
  return {
    origin: {
      consumer: header.get(deadLetterHeaders.consumer),
      stream: deadLetterStream,
      sequence: seq,
      storedAt: time,
    },
    subject: header.get(deadLetterHeaders.subject),
    data,
    headers: () => ({
      ...Object.fromEntries(headers),
      ...(eventId === '' ? {} : { [eventHeaders.id]: eventId }),
    }),
    deliveryCount: 0,
  };
}

function decodeContent(event: string, data: Uint8Array): JsonValue {
  const description = contract().getMessage(event);
  try {
    if (description !== undefined)
      return toJson(description, fromBinary(description, data), { registry: contract() });
  } catch {
    // The event may be a dead letter because it cannot be decoded.
  }
  return Buffer.from(data).toString('base64');
}
