import { usualValues } from './usual-values.ts';

type Json = Readonly<Record<string, unknown>>;
const unknownText = 'text';

/** An example of what a schema of the document describes, put together from the examples of its parts. */
export function exampleOf(given: unknown, components: Json, name = ''): unknown {
  const schema = resolved(given as Json, components);
  if (schema['example'] !== undefined) return schema['example'];
  if (Array.isArray(schema['examples'])) return schema['examples'][0] as unknown;
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown;
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(alternatives)) return exampleOfAny(alternatives, components, name);
  if (schema['type'] === 'array') return [exampleOf(schema['items'], components, name)];
  if (schema['type'] !== 'object') return exampleOfValue(schema, name);
  const properties = Object.entries((schema['properties'] ?? {}) as Json);
  return Object.fromEntries(
    properties.map(([property, part]) => [property, exampleOf(part, components, property)]),
  );
}

/** Null, where that is possible and the other possibility is a text nobody has shown. */
function exampleOfAny(alternatives: readonly unknown[], components: Json, name: string): unknown {
  const example = exampleOf(alternatives[0], components, name);
  const canBeNull = alternatives.some((one) => (one as Json)['type'] === 'null');
  return example === unknownText && canBeNull ? null : example;
}

function exampleOfValue(schema: Json, name: string): unknown {
  switch (schema['type']) {
    case 'string':
      return usualValues[name] ?? unknownText;
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1;
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function resolved(schema: Json, components: Json): Json {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const schemas = components['schemas'] as Readonly<Record<string, Json>>;
  const target = schemas[reference.replace('#/components/schemas/', '')];
  if (target === undefined) throw new Error(`the document has no ${reference}`);
  return target;
}
