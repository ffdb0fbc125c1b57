/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The same schema, or null. */
export function nullable(schema: JsonSchema, description?: string): JsonSchema {
  return { anyOf: [schema, { type: 'null' }], ...(description !== undefined && { description }) };
}

/** A schema that the OpenAPI document lists once under its name. */
export function referTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Any JSON object; its content is its owner's. */
export function openObject(description: string): JsonSchema {
  return { type: 'object', additionalProperties: true, description };
}
