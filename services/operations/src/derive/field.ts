import type { DescEnum, DescField, DescMessage } from '@bufbuild/protobuf';
import { fieldRules } from '@assay/chassis/grpc/rules/field-rules';
import { openObject, referTo } from '../json-schema.ts';
import type { JsonSchema } from '../json-schema.ts';
import { fromDate } from './date-time.ts';
import { readDescription } from './descriptions.ts';
import { listValues } from './rest-names.ts';
import { toSchemaLimits, scalarSchema } from './scalars.ts';
import type { ShownMessages } from './shown.ts';

type ToRest = (value: unknown) => unknown;

/** The schema and the conversion of a field in REST. */
export interface ShownField {
  readonly schema: JsonSchema;
  readonly toRest: ToRest;
}

export function shownField(messages: ShownMessages, field: DescField): ShownField {
  switch (field.fieldKind) {
    case 'scalar':
      return { schema: { ...scalarSchema(field), ...toSchemaLimits(fieldRules(field)) }, toRest: asItIs };
    case 'enum':
      return shownEnum(field.enum);
    case 'message':
      return shownMessage(messages, field.message, field.proto.proto3Optional);
    case 'map':
      return { schema: { type: 'object', additionalProperties: scalarSchema(field) }, toRest: asItIs };
    case 'list':
      return shownList(messages, field);
  }
}

function shownEnum(desc: DescEnum): ShownField {
  const values = listValues(desc);
  const names = new Map(values.map(({ value, name }) => [value, name]));
  return {
    schema: { type: 'string', enum: values.map(({ name }) => name) },
    toRest: (value) => {
      const name = names.get(value as string);
      if (name === undefined) throw new Error(`${String(value)} is an enum value without a name in REST`);
      return name;
    },
  };
}

function shownMessage(messages: ShownMessages, desc: DescMessage, isNullable: boolean): ShownField {
  switch (desc.typeName) {
    case 'google.protobuf.Timestamp':
      return { schema: { type: 'string', format: 'date-time' }, toRest: dateToRest };
    case 'google.protobuf.Struct':
      return { schema: openObject(''), toRest: isNullable ? asItIs : (value) => value ?? {} };
    case 'google.protobuf.Value':
      return { schema: {}, toRest: asItIs };
    default: {
      const shown = messages.show(desc);
      return { schema: referTo(shown.name), toRest: shown.toRest };
    }
  }
}

function shownList(messages: ShownMessages, field: DescField & { fieldKind: 'list' }): ShownField {
  const item =
    field.listKind === 'message'
      ? shownMessage(messages, field.message, false)
      : field.listKind === 'enum'
        ? shownEnum(field.enum)
        : { schema: { ...scalarSchema(field), ...toSchemaLimits(fieldRules(field).items) }, toRest: asItIs };
  return {
    schema: { type: 'array', items: item.schema, ...toSchemaLimits(fieldRules(field)) },
    toRest: item.toRest === asItIs ? asItIs : (value) => (value as unknown[]).map(item.toRest),
  };
}

function asItIs(value: unknown): unknown {
  return value;
}

function dateToRest(value: unknown): string {
  if (!(value instanceof Date)) throw new Error('a response has no value for a required time');
  return fromDate(value);
}

/** Returns the comment of a field, followed by the meaning of its enum values. */
export function describe(field: DescField): string {
  return [readDescription(field), describeValues(field)].filter((text) => text !== '').join(' ');
}

function describeValues(field: DescField): string {
  if (field.enum === undefined) return '';
  return listValues(field.enum)
    .filter(({ description }) => description !== '')
    .map(({ name, description }) => `\`${name}\`: ${description}`)
    .join(' ');
}
