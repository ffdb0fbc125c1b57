type Json = Readonly<Record<string, unknown>>;

/** An example of what a schema of the document describes, put together from the examples of its parts. */
export function exampleOf(given: unknown, components: Json): unknown {
  const schema = resolved(given as Json, components);
  if (schema['example'] !== undefined) return schema['example'];
  if (Array.isArray(schema['examples'])) return schema['examples'][0] as unknown;
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown;
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(alternatives)) return exampleOf(alternatives[0], components);
  return schema['type'] === 'object' || schema['type'] === 'array'
    ? exampleOfWhole(schema, components)
    : exampleOfValue(schema);
}

function exampleOfWhole(schema: Json, components: Json): unknown {
  if (schema['type'] === 'array') return [exampleOf(schema['items'], components)];
  const properties = Object.entries((schema['properties'] ?? {}) as Json);
  return Object.fromEntries(properties.map(([name, part]) => [name, exampleOf(part, components)]));
}

function exampleOfValue(schema: Json): unknown {
  switch (schema['type']) {
    case 'string':
      return 'text';
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
