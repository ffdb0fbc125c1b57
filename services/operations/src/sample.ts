import type { MessageType } from '@assay/chassis/events/event';

/** A realistic example of a message. */
export interface Sample {
  /** The full name of the message. */
  readonly message: string;
  /** The fields that the sample sets. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The complete message, as ts-proto decodes it. */
  readonly whole: unknown;
}

export function sample<T extends object>(type: MessageType<T>, set: Partial<T>): Sample {
  // Only the names of the fields are used.
  const fields = set as Readonly<Record<string, unknown>>;
  return { message: type.$type, fields: fields, whole: type.fromPartial(set) };
}
