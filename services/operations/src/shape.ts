import type { MessageType } from '@assay/chassis/events/event';
import type { JsonSchema } from './json-schema.ts';

/** A member that REST shows and no field of the message is. */
export interface Member<T> {
  readonly schema: JsonSchema;
  /** Undefined: the member is left out. */
  readonly value: (message: T) => unknown;
  readonly isOptional?: boolean;
  /** Of a list of messages: how REST shows each of what `value` gives; the items of `schema` follow from it. */
  readonly items?: Shape;
  /** The same of an object that holds messages by name; the values of `schema` follow from it. */
  readonly values?: Shape;
}

/** How REST shows a message differently than it is: the visible exceptions, one file each in `shapes/`. */
export interface Shape<in T = never> {
  /** The full name of the message. */
  readonly message: string;
  /** What the OpenAPI document calls it. */
  readonly name: string;
  readonly description: string | undefined;
  /** Field → member. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Fields that no client sees. */
  readonly hidden: readonly string[];
  /** Member → the field it repeats, for what the specification shows under two names. */
  readonly copies: Readonly<Record<string, string>>;
  /** Member → what it is; a member with a field's name stands in its place. */
  readonly members: Readonly<Record<string, Member<T>>>;
}

export interface ShapeRules<Message, Source extends Message> {
  /** The message's own name unless given. */
  readonly name?: string;
  /** The message's own comment unless given. */
  readonly description?: string;
  readonly renamed?: Partial<Record<keyof Message & string, string>>;
  readonly hidden?: readonly (keyof Message & string)[];
  readonly copies?: Readonly<Record<string, keyof Message & string>>;
  readonly members?: Readonly<Record<string, Member<Source>>>;
}

/** @typeParam Given the message, with what an operation adds to it before it is shown */
export function defineShape<Message, Source extends Message = Message>(
  { $type }: Pick<MessageType<Message>, '$type' | 'decode'>,
  rules: ShapeRules<NoInfer<Message>, NoInfer<Source>>,
): Shape<Source> {
  const { renamed = {}, hidden = [], copies = {}, members = {}, description } = rules;
  const name = rules.name ?? $type.slice($type.lastIndexOf('.') + 1);
  // Fields are looked up by name from here on.
  const fields = { renamed: renamed as Readonly<Record<string, string>>, copies, hidden };
  return { message: $type, name, description, ...fields, members };
}
