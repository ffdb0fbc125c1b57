export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

const annotations = new Set(['description', 'default', 'example', 'externalDocs', 'title']);
const annotationPrefix = 'x-kubernetes-';
/** What Kubernetes takes as a string or as a number. */
const stringOrNumber = { oneOf: [{ type: 'string' }, { type: 'number' }] };

/**
 * A schema of Kubernetes as one that refuses unknown fields: what only explains is left out, and an object that names its
 * fields has no others, unless Kubernetes itself keeps unknown ones.
 */
export function strictSchema(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((part: Json) => strictSchema(part));
  if (!isObject(schema)) return schema;
  if (isNumberLike(schema)) return stringOrNumber;
  const kept = Object.entries(schema).filter(
    ([key]) => !annotations.has(key) && !key.startsWith(annotationPrefix),
  );
  const strict = Object.fromEntries(
    kept.map(([key, value]) => [key, key === 'properties' ? fieldsOf(value) : strictSchema(value)]),
  );
  const isClosed =
    'properties' in schema &&
    !('additionalProperties' in schema) &&
    schema['x-kubernetes-preserve-unknown-fields'] !== true;
  return isClosed ? { ...strict, additionalProperties: false } : strict;
}

/** Fields may be called `description` or `default` themselves. */
function fieldsOf(properties: Json): Json {
  if (!isObject(properties)) return properties;
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, strictSchema(field)]));
}

/** The names of all definitions that these lead to, themselves included. */
export function reachable(definitions: JsonObject, roots: readonly string[]): string[] {
  const found = new Set<string>();
  const waiting = [...roots];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    for (const [, reference = ''] of JSON.stringify(definitions[name]).matchAll(
      /"#\/definitions\/([^"]+)"/gu,
    ))
      waiting.push(reference);
  }
  return [...found].toSorted();
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNumberLike(schema: JsonObject): boolean {
  return schema['format'] === 'int-or-string' || schema['x-kubernetes-int-or-string'] === true;
}
