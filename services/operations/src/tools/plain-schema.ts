import type { JsonSchema } from '../json-schema.ts';

/** Returns the schema of a component of the OpenAPI document. Throws for an unknown name. */
export type FindSchema = (name: string) => JsonSchema;

/** The levels of members that the schema of an answer shows. Members below them are plain objects or arrays. */
const shownLevels = 1;

/**
 * Converts the schema of a response to one that stands alone and admits new members: without references, alternatives, descriptions
 * and limits, which an agent does not need to read an answer.
 */
export function toOutputSchema(schema: JsonSchema, find: FindSchema, levels = shownLevels): JsonSchema {
  const { $ref, anyOf, type, properties, items } = schema;
  if (typeof $ref === 'string')
    return toOutputSchema(find($ref.slice($ref.lastIndexOf('/') + 1)), find, levels);
  if (Array.isArray(anyOf))
    return mergeNull(anyOf as readonly JsonSchema[], (one) => toOutputSchema(one, find, levels));
  if (type === 'array') {
    const isShown = items !== undefined && levels > 0;
    return { type, ...(isShown && { items: toOutputSchema(items as JsonSchema, find, levels) }) };
  }
  if (type !== 'object') return type === undefined ? {} : { type };
  if (properties === undefined || levels === 0) return { type };
  const shown = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(
    ([name, member]) => [name, toOutputSchema(member, find, levels - 1)] as const,
  );
  return { type, properties: Object.fromEntries(shown) };
}

/** The keywords of arguments that every client understands. Services check patterns and other rules. */
const inputKeywords = [
  'type',
  'enum',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'default',
  'additionalProperties',
  'required',
] as const;

/**
 * Converts the schema of an input to one that strict clients accept: each member has one type, because some clients refuse several. Null
 * is as if the member were left out. Several alternatives admit any value.
 * @param render renders the references in descriptions
 */
export function toInputSchema(schema: JsonSchema, render: (text: string) => string): JsonSchema {
  const { anyOf, properties, items, description } = schema;
  const kept = Object.fromEntries(
    inputKeywords.flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]])),
  );
  const described = {
    ...kept,
    ...(typeof description === 'string' && description !== '' && { description: render(description) }),
  };
  if (Array.isArray(anyOf)) {
    const alternatives = anyOf as readonly JsonSchema[];
    const [first, another] = alternatives.filter(({ type }) => type !== 'null');
    const isSingle = first !== undefined && another === undefined;
    return { ...(isSingle && toInputSchema(first, render)), ...described };
  }
  return {
    ...described,
    ...(items !== undefined && { items: toInputSchema(items as JsonSchema, render) }),
    ...(properties !== undefined && { properties: convertMembers(properties as JsonSchema, render) }),
  };
}

/** Limits that are checked but tell an agent nothing: the length of ids, and the maximum of 32-bit integers. */
const idLength = 24;
const integerMax = 2_147_483_647;

/** Shortens the schema of an input for the list of tools: without the limits above, and with closed objects only at the top. */
export function shortenInput(schema: JsonSchema): JsonSchema {
  const { items, properties } = schema as { readonly items?: JsonSchema; readonly properties?: JsonSchema };
  const isId = schema['maxLength'] === idLength;
  const kept = Object.entries(schema).filter(
    ([name, value]) => !(isId && /^m..Length$/u.test(name)) && !(name === 'maximum' && value === integerMax),
  );
  const shorten = (member: unknown): JsonSchema => {
    const { additionalProperties: _closed, ...shown } = shortenInput(member as JsonSchema);
    return shown;
  };
  return {
    ...Object.fromEntries(kept),
    ...(items !== undefined && { items: shorten(items) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, shorten(member)]),
      ),
    }),
  };
}

function convertMembers(properties: JsonSchema, render: (text: string) => string): JsonSchema {
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
  return Object.fromEntries(members.map(([name, member]) => [name, toInputSchema(member, render)]));
}

/** Returns the converted alternative that is not null, with null as another type. Several alternatives admit any value. */
function mergeNull(
  alternatives: readonly JsonSchema[],
  convert: (schema: JsonSchema) => JsonSchema,
): JsonSchema {
  const [first, another] = alternatives.filter(({ type }) => type !== 'null');
  if (first === undefined || another !== undefined) return {};
  const converted = convert(first);
  const { type, enum: values } = converted;
  const isNullable = alternatives.length > 1;
  if (!isNullable || type === undefined) return converted;
  const types = [...new Set([type].flat()), 'null'];
  return {
    ...converted,
    type: types,
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  };
}

/** Returns true if an input accepts null. */
export function isNullable({ anyOf }: JsonSchema): boolean {
  return Array.isArray(anyOf) && (anyOf as readonly JsonSchema[]).some(({ type }) => type === 'null');
}
