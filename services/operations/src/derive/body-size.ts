import { kibibytes, mebibytes } from '@assay/chassis/units';
import type { JsonSchema } from '../json-schema.ts';

/** The maximum size of a JSON body, unless the fields of its operation need more. */
export const usualBodyBytes = kibibytes(64);
/** Larger bodies must be declared by their operation. */
const maxDerivedBytes = mebibytes(1);

/** A JSON string can encode one character in six bytes. */
const bytesPerCharacter = 6;
const scalarBytes = 40;
/** A text whose schema has a pattern or a format instead of a length. */
const patternBytes = kibibytes(1);
/** A value of any form. The services accept at most as much of one. */
const openBytes = kibibytes(64);

/** Returns the maximum size of a JSON body: the sum of the limits of its fields, rounded up to a power of two. */
export function deriveMaxBodyBytes(schema: JsonSchema): number {
  let size = usualBodyBytes;
  for (const bytes = measureBytes(schema); size < bytes && size < maxDerivedBytes;) size *= 2;
  return size;
}

/** Returns the maximum size of a value without optional white space. */
function measureBytes(schema: JsonSchema): number {
  const { anyOf, type, items, properties, enum: values } = schema as SizedSchema;
  if (anyOf !== undefined) return Math.max(...anyOf.map(measureBytes));
  if (values !== undefined) return Math.max(...values.map((value) => JSON.stringify(value).length));
  if (type === 'string') return measureText(schema);
  if (type === 'array') return measureList(schema, items);
  if (properties !== undefined) return measureObject(properties);
  return type === undefined || type === 'object' ? openBytes : scalarBytes;
}

interface SizedSchema {
  readonly anyOf?: readonly JsonSchema[];
  readonly type?: string;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly enum?: readonly unknown[];
}

function measureText({ maxLength, format }: JsonSchema): number {
  if (typeof maxLength === 'number') return bytesPerCharacter * maxLength + 2;
  return format === 'date-time' ? scalarBytes : patternBytes;
}

function measureList({ maxItems }: JsonSchema, items: JsonSchema = {}): number {
  return typeof maxItems === 'number' ? maxItems * (measureBytes(items) + 1) + 2 : openBytes;
}

function measureObject(properties: Readonly<Record<string, JsonSchema>>): number {
  const members = Object.entries(properties).map(([name, schema]) => name.length + 4 + measureBytes(schema));
  return members.reduce((sum, bytes) => sum + bytes, 2);
}
