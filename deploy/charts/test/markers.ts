/** A JSON Schema, as far as values need it. */
export interface ValueSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly additionalProperties?: ValueSchema | boolean;
  readonly items?: ValueSchema;
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, ValueSchema>>;
}

export type Path = readonly string[];

/** The paths of all values that are no object with names of its own, so `a.b` and not `a` in `{a: {b: 1}}`. */
export function leavesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  const entries = Object.entries(value);
  return entries.length === 0 ? [path] : entries.flatMap(([key, part]) => leavesOf(part, [...path, key]));
}

/** The schema of the value at a path. Throws for a path that the schema does not know. */
export function schemaAt(root: ValueSchema, path: Path): ValueSchema {
  return path.reduce((schema, key) => {
    const { properties, additionalProperties } = resolved(root, schema);
    const found = properties?.[key] ?? additionalProperties;
    if (typeof found !== 'object') throw new TypeError(`there is no value ${path.join('.')}`);
    return resolved(root, found);
  }, root);
}

function resolved(root: ValueSchema, schema: ValueSchema): ValueSchema {
  const name = schema.$ref?.replace('#/definitions/', '');
  return name === undefined ? schema : (root.definitions?.[name] ?? schema);
}

/** A value that this number can be told by where it is rendered, and what to look for; undefined: it has only a few values. */
export function markerOf(
  schema: ValueSchema,
  path: Path,
  number: number,
): { value: unknown; text: string } | undefined {
  const word = `marker-${number.toString()}`;
  if (schema.enum !== undefined || schema.type === 'boolean') return undefined;
  switch (schema.type) {
    case 'integer': {
      const value = Math.min(
        schema.maximum ?? Number.MAX_SAFE_INTEGER,
        Math.max(schema.minimum ?? 0, 0) + number,
      );
      return { value, text: value.toString() };
    }
    case 'array':
      return markerOfList(schema.items, number, word);
    case 'object':
      if (schema.additionalProperties === false) return { value: { natsUrl: { key: word } }, text: word };
      return { value: { [word]: word }, text: word };
    case 'string':
      return textMarker(schema, path, number);
    default: {
      const value = `${number.toString()}${path.at(-1) === 'cpu' ? 'm' : 'Mi'}`;
      return { value, text: value };
    }
  }
}

function markerOfList(items: ValueSchema | undefined, number: number, word: string) {
  if (items?.enum !== undefined) return undefined;
  if (items?.type === 'integer') return { value: [number], text: number.toString() };
  return { value: [items?.type === 'object' ? { name: word } : word], text: word };
}

function textMarker({ pattern = '' }: ValueSchema, path: Path, number: number) {
  const word = `marker-${number.toString()}`;
  if (path.join('.') === 'backup.target') return { value: `s3://${word}/x`, text: word };
  if (pattern.includes('(h|m|s)')) return { value: `${number.toString()}s`, text: `${number.toString()}s` };
  return { value: word, text: word };
}

/** `{a: {b: value}}` for the path `a.b`. */
export function valueAt(path: Path, value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

/** The second over the first, objects merged. */
export function merged(onto: unknown, over: unknown): unknown {
  if (!isObject(onto) || !isObject(over)) return over;
  const keys = new Set([...Object.keys(onto), ...Object.keys(over)]);
  return Object.fromEntries(
    [...keys].map((key) => [key, key in over ? merged(onto[key], over[key]) : onto[key]]),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
