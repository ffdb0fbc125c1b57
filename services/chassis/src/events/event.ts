import { Buffer } from 'node:buffer';
import { newId } from '../ids.ts';
import { currentTraceparent } from '../process/tracing/spans.ts';

/** What ts-proto generates for a message, as far as events need it. */
export interface MessageType<T> {
  /** The full name, such as `assay.files.v1.FileUploaded`. */
  readonly $type: string;
  encode(message: T): { finish(): Uint8Array };
  decode(input: Uint8Array): T;
  fromPartial(object: Partial<T>): T;
}

/** A message type of which only the name matters. */
export type NamedMessage = Pick<MessageType<unknown>, '$type'>;

/** An event as it waits in the `outbox` array of the document whose change it tells. */
export interface OutboxEntry {
  /** The event's identity on its whole way; the stream drops a second one within its duplicate window. */
  readonly id: string;
  readonly subject: string;
  /** The encoded message; the driver gives it back as a BSON Binary. */
  readonly payload: Uint8Array;
  readonly organizationId: string;
  readonly occurredAt: Date;
  readonly requestId?: string;
  readonly traceparent?: string;
}

export interface EventContext {
  /** Empty for events of no organization. */
  readonly organizationId: string;
  /** The call that caused it. */
  readonly call?: { readonly requestId: string; readonly traceparent?: string | undefined } | undefined;
  /** Now, unless given. */
  readonly occurredAt?: Date | undefined;
}

/** A new event with its own id, to be appended to a document's outbox in the write that changes the document. */
export function newEvent<T>(type: MessageType<T>, value: T, context: EventContext): OutboxEntry {
  const { call } = context;
  const traceparent = currentTraceparent() ?? call?.traceparent;
  return {
    id: newId(),
    subject: deriveSubject(type),
    payload: Buffer.from(type.encode(value).finish()),
    organizationId: context.organizationId,
    occurredAt: context.occurredAt ?? new Date(),
    ...(call === undefined ? {} : { requestId: call.requestId }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/** The subject of an event is its message's full name. */
export function deriveSubject(type: NamedMessage): string {
  return type.$type;
}
