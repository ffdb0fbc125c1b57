import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { fieldRules } from '@assay/chassis/grpc/rules/field-rules';
import type { FieldRules } from '@assay/chassis/grpc/rules/field-rules';
import { nullable, openObject } from '../json-schema.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Operation } from '../operation.ts';
import { toDate } from './date-time.ts';
import { describe } from './field.ts';
import { absentFields, setFields } from './request-fields.ts';
import type { FieldSetter } from './request-fields.ts';
import { listValues } from './rest-names.ts';
import { toSchemaLimits, scalarSchema } from './scalars.ts';

/** A member of the path, query or body, and the field that it sets. */
export interface InputMember extends FieldSetter {
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

export function inputMember(
  field: DescField,
  { renamed = {}, described = {}, defaults = {}, required = [], nullable: cleared = [] }: Operation['input'],
): InputMember {
  const rules = fieldRules(field);
  const { localName } = field;
  const base = inputSchema(field, rules);
  const isNullable = (field.proto.proto3Optional && !rules.required) || cleared.includes(localName);
  const schema = isNullable ? nullable(base) : base;
  const description = described[localName] ?? describe(field);
  const name = renamed[localName] ?? localName;
  const fallback = defaults[localName] ?? rules.defaultNumber;
  return {
    name,
    field,
    schema: {
      ...schema,
      ...(description !== '' && { description }),
      ...(fallback !== undefined && { default: fallback }),
    },
    isRequired: rules.required || required.includes(localName),
    toField: buildConverter(field),
  };
}

/** Messages that REST takes as they are. */
const openTypes: ReadonlySet<string> = new Set(['google.protobuf.Struct', 'google.protobuf.Value']);

function inputSchema(field: DescField, rules: FieldRules): JsonSchema {
  switch (field.fieldKind) {
    case 'scalar':
      return { ...scalarSchema(field), ...toSchemaLimits(rules) };
    case 'enum':
      return { type: 'string', enum: listValues(field.enum, rules.excludedValues).map(({ name }) => name) };
    case 'list':
      return { type: 'array', items: itemSchema(field, rules), ...toSchemaLimits(rules) };
    case 'message':
      if (field.message.typeName === 'google.protobuf.Timestamp')
        return { type: 'string', format: 'date-time' };
      if (field.message.typeName === 'google.protobuf.Struct') return openObject('');
      if (field.message.typeName === 'google.protobuf.Value') return {};
      return nestedSchema(buildMembers(field.message));
    case 'map':
      throw new Error(`${field.name}: a map is not supported as input`);
  }
}

function itemSchema(field: DescField & { fieldKind: 'list' }, { items }: FieldRules): JsonSchema {
  switch (field.listKind) {
    case 'scalar':
      return { ...scalarSchema(field), ...toSchemaLimits(items) };
    case 'message':
      return nestedSchema(buildMembers(field.message));
    case 'enum':
      throw new Error(`${field.name}: a list of enum values is not supported as input`);
  }
}

/**
 * Builds the members of a message within another, which accepts no other members. It states its own lists, also empty ones, unless their
 * rules ignore them.
 */
function buildMembers({ fields }: DescMessage): readonly InputMember[] {
  const isStated = (field: DescField) => field.fieldKind === 'list' && !fieldRules(field).ignoreIfZero;
  const required = fields.filter(isStated).map(({ localName }) => localName);
  return fields.map((field) => inputMember(field, { required }));
}

function nestedSchema(members: readonly InputMember[]): JsonSchema {
  const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
  };
}

function messageMaker(desc: DescMessage): (input: Readonly<Record<string, unknown>>) => unknown {
  const members = buildMembers(desc);
  const absent = absentFields(desc);
  return (input) => {
    const message = { ...absent };
    setFields(message, members, input);
    return message;
  };
}

function buildConverter(field: DescField): InputMember['toField'] {
  if (field.fieldKind === 'enum') {
    const values = new Map(listValues(field.enum).map(({ name, value }) => [name, value]));
    return (name) => values.get(name as string);
  }
  if (field.fieldKind === 'list' && field.listKind === 'message') {
    const toMessage = messageMaker(field.message);
    return (items) => (items as readonly Readonly<Record<string, unknown>>[]).map(toMessage);
  }
  if (field.message?.typeName === 'google.protobuf.Timestamp') return (text) => toDate(text as string);
  if (field.fieldKind === 'message' && !openTypes.has(field.message.typeName)) {
    const toMessage = messageMaker(field.message);
    return (input) => toMessage(input as Readonly<Record<string, unknown>>);
  }
  return (value) => value;
}

/** Converts the value of a sample field to its form in REST. */
export function shownValue(field: DescField, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  const { message } = field;
  if (message !== undefined && !openTypes.has(message.typeName)) {
    return field.fieldKind === 'list'
      ? (value as readonly Values[]).map((item) => shownMessage(message, item))
      : value && shownMessage(message, value as Values);
  }
  if (field.fieldKind !== 'enum') return value;
  return listValues(field.enum).find((named) => named.value === value)?.name;
}

type Values = Readonly<Record<string, unknown>>;

function shownMessage({ fields }: DescMessage, values: Values): Values {
  const present = fields.filter(({ localName }) => values[localName] !== undefined);
  return Object.fromEntries(
    present.map((field) => [field.localName, shownValue(field, values[field.localName])]),
  );
}
