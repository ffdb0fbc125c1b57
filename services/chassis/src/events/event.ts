import { Buffer } from 'node:buffer';
import { newId, newIdFor } from '../ids.ts';
import { currentTraceparent } from '../process/tracing/spans.ts';

/** The parts of a ts-proto message that events need. */
export interface MessageType<T> {
  /** The full name, such as `assay.files.v1.FileUploaded`. */
  readonly $type: string;
  encode(message: T): { finish(): Uint8Array };
  decode(input: Uint8Array): T;
  fromPartial(object: Partial<T>): T;
}

/** The name of a message type. */
export type NamedMessage = Pick<MessageType<unknown>, '$type'>;

/** An event in the `outbox` array of the document whose change it reports. */
export interface OutboxEntry {
  /** The event id. The stream drops a second event with the same id within its duplicate window. */
  readonly id: string;
  readonly subject: string;
  /** The encoded message. The driver returns it as a BSON Binary. */
  readonly payload: Uint8Array;
  readonly organizationId: string;
  readonly occurredAt: Date;
  readonly requestId?: string;
  readonly traceparent?: string;
}

export interface EventContext {
  /** Empty for events without an organization. */
  readonly organizationId: string;
  /** The call that caused the event. */
  readonly call?: { readonly requestId: string; readonly traceparent?: string | undefined } | undefined;
  /** Default: now. */
  readonly occurredAt?: Date | undefined;
  /**
   * Identifies the occurrence among all events of the type, such as a run and its attempt. Each publication of the occurrence then has
   * the same event id, so that consumers can drop duplicates. Default: a new id.
   */
  readonly identity?: string | undefined;
}

/** Builds an event with a new id, or with the id of its identity. Append it to the outbox of a document in the write that changes the document. */
export function newEvent<T>(type: MessageType<T>, value: T, context: EventContext): OutboxEntry {
  const { call, identity } = context;
  const subject = deriveSubject(type);
  const traceparent = currentTraceparent() ?? call?.traceparent;
  return {
    id: identity === undefined ? newId() : newIdFor({ operation: subject }, identity),
    subject,
    payload: Buffer.from(type.encode(value).finish()),
    organizationId: context.organizationId,
    occurredAt: context.occurredAt ?? new Date(),
    ...(call === undefined ? {} : { requestId: call.requestId }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/** Returns the subject of an event, which is the full name of its message. */
export function deriveSubject(type: NamedMessage): string {
  return type.$type;
}
