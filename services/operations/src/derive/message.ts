import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { contract } from '@assay/chassis/grpc/contract/contract';
import { fieldRules } from '@assay/chassis/grpc/rules/field-rules';
import type { FieldRules } from '@assay/chassis/grpc/rules/field-rules';
import { nullable, referTo } from '../json-schema.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Member, Shape } from '../shape.ts';
import { readDescription } from './descriptions.ts';
import { describe, shownField } from './field.ts';
import { listRestFields } from './rest-fields.ts';
import { findSample } from './samples.ts';
import type { ShownMessage, ShownMessages } from './shown.ts';

type Message = Readonly<Record<string, unknown>>;

export function getMessage(typeName: string): DescMessage {
  const desc = contract().getMessage(typeName);
  if (desc === undefined) throw new Error(`the contract has no message ${typeName}`);
  return desc;
}

/** Returns the rules of a field in the contract, for custom schemas. */
export function readFieldRules<T>(
  { $type }: { readonly $type: string; decode(input: Uint8Array): T },
  field: keyof T & string,
): FieldRules {
  return fieldRules(getField(getMessage($type), field));
}

/** @param usual the shapes of messages that always have one, wherever they occur */
export function showMessages(usual: readonly Shape[]): ShownMessages {
  const shown = new Map<string, { readonly shape: Shape | undefined; readonly message: ShownMessage }>();
  const messages: ShownMessages = {
    show(desc, ownShape) {
      const shape = ownShape ?? usual.find(({ message }) => message === desc.typeName);
      const name = shape?.name ?? desc.name;
      const known = shown.get(name);
      if (known !== undefined && (known.message.desc !== desc || known.shape !== shape)) {
        throw new Error(`${desc.typeName} has the schema name ${name}, which another schema already has`);
      }
      if (known !== undefined) return known.message;
      const message = compile(messages, desc, shape);
      shown.set(name, { shape, message });
      return message;
    },
    all: () => [...shown.values()].map(({ message }) => message),
  };
  return messages;
}

/** A member of the object that REST shows. */
interface ShownMember {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isOptional?: boolean;
  readonly read: (message: Message) => unknown;
}

function compile(messages: ShownMessages, desc: DescMessage, shape: Shape | undefined): ShownMessage {
  const members = compileMembers(messages, desc, shape);
  const name = shape?.name ?? desc.name;
  const toRest = (message: unknown): Record<string, unknown> => {
    if (message === undefined)
      throw new Error(`a response has no value for the required message ${desc.name}`);
    const rest: Record<string, unknown> = {};
    for (const member of members) rest[member.name] = member.read(message as Message);
    return rest;
  };
  const example = buildExample(desc, members);
  const properties = members.map((member) => [member.name, withExample(member, example)] as const);
  return {
    name,
    desc,
    fields: mapFields(desc, shape),
    schema: {
      type: 'object',
      description: shape?.description ?? readDescription(desc),
      required: members.filter(({ isOptional }) => isOptional !== true).map((member) => member.name),
      properties: Object.fromEntries(properties),
      ...(example && { examples: [example] }),
    },
    toRest,
  };
}

function mapFields(desc: DescMessage, shape: Shape | undefined): Record<string, string> {
  const { renamed = {}, hidden = [] } = shape ?? {};
  const shown = listRestFields(desc).filter(({ field: { localName } }) => !hidden.includes(localName));
  return Object.fromEntries(
    shown.map(({ field: { localName } }) => [localName, renamed[localName] ?? localName]),
  );
}

function compileMembers(messages: ShownMessages, desc: DescMessage, shape: Shape | undefined): ShownMember[] {
  const { renamed = {}, hidden = [], copies = {}, members = {} } = shape ?? {};
  const custom = Object.entries(members).map(([name, member]) => compileCustomMember(messages, name, member));
  const fields = listRestFields(desc)
    .filter(({ field: { localName } }) => !hidden.includes(localName) && !(localName in members))
    .map(({ field, holder }) => {
      const member = compileMember(messages, field, renamed[field.localName] ?? field.localName);
      return holder === undefined ? member : { ...member, read: readWithin(desc, holder, member) };
    });
  const repeated = Object.entries(copies).map(([name, field]) => {
    const original = compileMember(messages, getField(desc, field), name);
    return { ...original, schema: { ...original.schema, description: `The same as \`${field}\`.` } };
  });
  return [...fields, ...repeated, ...custom];
}

/** Returns the reader of a member whose field is in an inlined message. It throws for a message without that. */
function readWithin(
  { name }: DescMessage,
  { localName }: DescField,
  { read }: ShownMember,
): ShownMember['read'] {
  return (message) => {
    const inlined = message[localName];
    if (inlined === undefined) throw new Error(`a response has no value for ${localName} of ${name}`);
    return read(inlined as Message);
  };
}

function compileCustomMember(
  messages: ShownMessages,
  name: string,
  { schema, value, isOptional, items, values }: Member<never>,
): ShownMember {
  // The type of a shape's message is erased; it is the message that is read here.
  const read = value as (message: Message) => unknown;
  if (values !== undefined) {
    const { name: valueName, toRest } = messages.show(getMessage(values.message), values);
    const toEntry = ([key, held]: [string, unknown]) => [key, toRest(held)] as const;
    return {
      name,
      schema: { ...schema, additionalProperties: referTo(valueName) },
      read: (message) => Object.fromEntries(Object.entries(read(message) as object).map(toEntry)),
    };
  }
  if (items === undefined) return { name, schema, isOptional: isOptional === true, read };
  const shown = messages.show(getMessage(items.message), items);
  return {
    name,
    schema: { ...schema, items: referTo(shown.name) },
    read: (message) => (read(message) as readonly unknown[]).map(shown.toRest),
  };
}

export function getField(desc: DescMessage, name: string): DescField {
  const field = desc.fields.find(({ localName }) => localName === name);
  if (field === undefined) throw new Error(`${desc.typeName} has no field ${name}`);
  return field;
}

function compileMember(messages: ShownMessages, field: DescField, name: string): ShownMember {
  const { schema, toRest } = shownField(messages, field);
  const { localName } = field;
  const isNullable = field.proto.proto3Optional;
  const description = describe(field);
  const described = {
    ...(isNullable ? nullable(schema) : schema),
    ...(description !== '' && { description }),
  };
  if (isNullable) {
    return {
      name,
      schema: described,
      read: (message) => (message[localName] === undefined ? null : toRest(message[localName])),
    };
  }
  return { name, schema: described, read: (message) => toRest(message[localName]) };
}

/** Builds the example of a message from its sample. Members without a field use the example of their schema. */
function buildExample(desc: DescMessage, members: readonly ShownMember[]): Message | undefined {
  const sample = findSample(desc)?.whole as Message | undefined;
  if (sample === undefined) return undefined;
  const shown = members.map(({ name, schema, read }) => {
    const [ownExample] = (schema['examples'] ?? []) as readonly unknown[];
    return [name, ownExample ?? read(sample)] as const;
  });
  // An absent member must not appear as undefined.
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
}

/** Adds the example of the object to the schema of a member, unless the value is an object or empty. */
function withExample({ name, schema }: ShownMember, example: Readonly<Record<string, unknown>> | undefined) {
  const value = example?.[name];
  const hasExample = value !== undefined && value !== null && value !== '' && !isReference(schema);
  return hasExample ? { ...schema, examples: [value] } : schema;
}

function isReference(schema: JsonSchema): boolean {
  return '$ref' in schema || (schema['type'] === 'array' && isReference(schema['items'] as JsonSchema));
}
