import type { DescMessage } from '@bufbuild/protobuf';
import type { JsonSchema } from '../json-schema.ts';
import type { Operation } from '../operation.ts';
import { shownValue } from './input-member.ts';
import type { InputMember } from './input-member.ts';
import { findSampleFields, findSampleId } from './samples.ts';

const integerMax = 2_147_483_647;

export function paramsSchema(names: readonly string[], members: readonly InputMember[]): JsonSchema {
  const properties = names.map((name) => {
    const member = members.find((one) => one.name === name);
    const example = findSampleId(name);
    return [
      name,
      {
        ...(member?.schema ?? { type: 'string', description: 'The organization.' }),
        ...(example !== undefined && { examples: [example] }),
      },
    ] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties), required: names };
}

export function querySchema(
  members: readonly InputMember[],
  desc: DescMessage | undefined,
  { defaults = {} }: Operation['input'],
): JsonSchema {
  const exampleFields = (desc && findSampleFields(desc)) ?? {};
  const properties = members.map(({ name, field, schema }) => {
    const paging = pagingSchemas[name as keyof typeof pagingSchemas] as JsonSchema | undefined;
    const fallback = defaults[field.localName] ?? schema['default'] ?? paging?.['default'];
    // Null is not possible in a query: a parameter is either sent or not.
    const alternatives = schema['anyOf'] as readonly JsonSchema[] | undefined;
    const { anyOf: _alternatives, ...rest } = schema;
    const shown = { ...alternatives?.[0], ...rest, ...paging };
    const example = shownValue(field, exampleFields[field.localName]);
    return [
      name,
      {
        ...shown,
        ...(fallback !== undefined && { default: fallback }),
        ...(example !== undefined && paging === undefined && { examples: [example] }),
      },
    ] as const;
  });
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
    ...(isPaged(members) && oneWayToPage),
  };
}

/** Validated before defaults are filled in, so that an explicit offset of 0 is also refused. */
const oneWayToPage = { if: { required: ['cursor'] }, then: { properties: { offset: false } } } as const;

function isPaged(members: readonly InputMember[]): boolean {
  return members.some(({ field }) => field.localName === 'cursor');
}

/** The query parameters of all lists. The contract has the limits and the default of `limit`. */
const pagingSchemas = {
  limit: {},
  offset: { minimum: 0, maximum: integerMax, default: 0 },
} as const;

export interface BodySchemas {
  readonly body?: JsonSchema;
  /** The body in the OpenAPI document. */
  readonly documentedBody?: JsonSchema;
  /** True if a request without a body is one with an empty object. */
  readonly isBodyOptional?: boolean;
}

export interface BodyInput {
  readonly desc: DescMessage | undefined;
  readonly input: Operation['input'];
  /** True if the request has an update mask: then no field is required. */
  readonly isPartial: boolean;
}

export function bodySchemas(
  members: readonly InputMember[],
  { desc, input, isPartial }: BodyInput,
): BodySchemas {
  if (input.body !== undefined) {
    const { schema, documented = schema } = input.body;
    return { body: schema, documentedBody: documented };
  }
  const refused = input.readOnly ?? [];
  if (members.length === 0 && refused.length === 0) return {};
  const exampleFields = { ...(desc && findSampleFields(desc)), ...input.example };
  const example = Object.fromEntries(
    members
      .filter(({ field }) => field.localName in exampleFields)
      .map(({ name, field }) => [name, shownValue(field, exampleFields[field.localName])]),
  );
  const required = isPartial ? [] : members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const body = {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries([
      ...members.map(({ name, schema }) => [name, schema] as const),
      ...refused.map(
        (name) => [name, { description: 'Read-only. Sending it is refused with {FORBIDDEN}.' }] as const,
      ),
    ]),
    ...(Object.keys(example).length > 0 && { examples: [example] }),
  };
  return { body, documentedBody: body, isBodyOptional: !isPartial && required.length === 0 };
}
