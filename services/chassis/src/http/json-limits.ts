/** The limits of a JSON value from a client. */
export interface JsonLimits {
  /** The maximum size of its JSON text in UTF-8. */
  readonly maxBytes: number;
  /** The maximum number of nested objects and arrays. A scalar has depth 0. */
  readonly maxDepth: number;
}

/** Returns true when a JSON value is nested deeper than `maxDepth`. It does not recurse, so any depth is safe. */
export function isDeeperThan(value: unknown, maxDepth: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= maxDepth; depth += 1) {
    level = level.flatMap(listEntries);
    if (level.length === 0) return false;
  }
  return true;
}

/** Returns the violation of a value, to follow the field name. undefined: the value is valid. */
export function jsonViolation(value: unknown, { maxBytes, maxDepth }: JsonLimits): string | undefined {
  if (isDeeperThan(value, maxDepth)) return `must not be nested deeper than ${maxDepth} levels`;
  const text = JSON.stringify(value);
  return Buffer.byteLength(text) > maxBytes ? `must be at most ${maxBytes} bytes of JSON` : undefined;
}

/** Lists the values of an object or array; a scalar has none. */
function listEntries(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: readonly unknown[] = Object.values(value);
  // An empty object counts as a level of its own.
  return entries.length === 0 ? [undefined] : entries;
}
