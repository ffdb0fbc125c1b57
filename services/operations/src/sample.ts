import type { MessageType } from '@assay/chassis/events/event';

/** A message as somebody might really send or get it. */
export interface Sample {
  /** The full name of the message. */
  readonly message: string;
  /** The fields that are set, and no others. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The whole message, as ts-proto decodes it. */
  readonly whole: unknown;
}

export function sample<T extends object>(type: MessageType<T>, given: Partial<T>): Sample {
  // The names of a message's fields, which is all that is asked of it.
  const fields = given as Readonly<Record<string, unknown>>;
  return { message: type.$type, given: fields, whole: type.fromPartial(given) };
}
