/** A JSON Schema of draft 2020-12, as in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns a schema that also accepts null. */
export function nullable(schema: JsonSchema, description?: string): JsonSchema {
  return { anyOf: [schema, { type: 'null' }], ...(description !== undefined && { description }) };
}

/** Returns a reference to a schema of the OpenAPI document. */
export function referTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns a schema for any JSON object. */
export function openObject(description: string): JsonSchema {
  return { type: 'object', additionalProperties: true, description };
}
