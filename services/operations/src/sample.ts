import type { MessageType } from '@assay/chassis/events/event';

/** A message as somebody might really send or get it. */
export interface Sample {
  /** The full name of the message. */
  readonly message: string;
  /** The fields that are set, and no others. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The whole message, as ts-proto decodes it. */
  readonly whole: unknown;
}

export function sample<T extends object>(type: MessageType<T>, set: Partial<T>): Sample {
  // The names of a message's fields, which is all that is asked of it.
  const fields = set as Readonly<Record<string, unknown>>;
  return { message: type.$type, fields: fields, whole: type.fromPartial(set) };
}
