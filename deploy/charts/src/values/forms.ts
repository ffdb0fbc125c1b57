/** A JSON Schema of a value. */
export type Schema = Readonly<Record<string, unknown>>;
export type Properties = Readonly<Record<string, Schema>>;

/** Returns the schema of a value with its effect in sentences. */
export function value(description: string, schema: Schema): Schema {
  return { description, ...schema };
}

/** An object of these values and no others. */
export function group(description: string, properties: Properties): Schema {
  return { description, type: 'object', additionalProperties: false, properties };
}

/** An object of any names, each with a value of this schema. */
export function mapOf(schema: Schema): Schema {
  return { type: 'object', additionalProperties: schema };
}

export function listOf(schema: Schema): Schema {
  return { type: 'array', items: schema };
}

export function oneOf(...values: readonly string[]): Schema {
  return { type: 'string', enum: values };
}

export const text = { type: 'string' };
export const flag = { type: 'boolean' };
export const texts = listOf(text);
/** Labels and annotations. */
export const stringMap = mapOf(text);
/** An object that the API of Kubernetes describes and validates. */
export const anyObject = { type: 'object' };
export const objects = listOf(anyObject);
export const port = { type: 'integer', minimum: 1, maximum: 65_535 };
/** The name of an object of Kubernetes, or nothing. */
export const objectName = { type: 'string', pattern: '^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$' };

export function count(minimum: number, maximum?: number): Schema {
  return { type: 'integer', minimum, ...(maximum !== undefined && { maximum }) };
}
