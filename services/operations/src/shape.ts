import type { MessageType } from '@assay/chassis/events/event';
import type { JsonSchema } from './json-schema.ts';

/** A member that REST shows in addition to the fields of the message. */
export interface Member<T> {
  readonly schema: JsonSchema;
  /** Returns undefined to leave the member out. */
  readonly value: (message: T) => unknown;
  readonly isOptional?: boolean;
  /** For a list of messages: the shape of each item. It determines the items of `schema`. */
  readonly items?: Shape;
  /** For an object with messages by name: the shape of each value. It determines the values of `schema`. */
  readonly values?: Shape;
}

/** Describes how REST shows a message differently from the contract. Each exception has its own file in `shapes/`. */
export interface Shape<in T = never> {
  /** The full name of the message. */
  readonly message: string;
  /** The name in the OpenAPI document. */
  readonly name: string;
  readonly description: string | undefined;
  /** Field → name of the member. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Fields that are not shown to clients. */
  readonly hidden: readonly string[];
  /** Member → field that it repeats, for values with two names in the specification. */
  readonly copies: Readonly<Record<string, string>>;
  /** Additional members. A member with the name of a field replaces it. */
  readonly members: Readonly<Record<string, Member<T>>>;
}

export interface ShapeRules<Message, Source extends Message> {
  /** The default is the name of the message. */
  readonly name?: string;
  /** The default is the comment of the message. */
  readonly description?: string;
  readonly renamed?: Partial<Record<keyof Message & string, string>>;
  readonly hidden?: readonly (keyof Message & string)[];
  readonly copies?: Readonly<Record<string, keyof Message & string>>;
  readonly members?: Readonly<Record<string, Member<Source>>>;
}

/** @typeParam Source the message, with the data that an operation adds to it */
export function defineShape<Message, Source extends Message = Message>(
  { $type }: Pick<MessageType<Message>, '$type' | 'decode'>,
  rules: ShapeRules<NoInfer<Message>, NoInfer<Source>>,
): Shape<Source> {
  const { renamed = {}, hidden = [], copies = {}, members = {}, description } = rules;
  const name = rules.name ?? $type.slice($type.lastIndexOf('.') + 1);
  // From here on, fields are accessed by name.
  const fields = { renamed: renamed as Readonly<Record<string, string>>, copies, hidden };
  return { message: $type, name, description, ...fields, members };
}
