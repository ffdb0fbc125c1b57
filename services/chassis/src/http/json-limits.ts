/** How large and how deep a JSON value of a client may be. */
export interface JsonLimits {
  /** Of its text in UTF-8. */
  readonly maxBytes: number;
  /** Objects and arrays within each other; a plain value has depth 0. */
  readonly maxDepth: number;
}

/** Whether a JSON value is nested deeper than this; needs no stack of its own, however deep it is. */
export function isDeeperThan(value: unknown, maxDepth: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= maxDepth; depth += 1) {
    level = level.flatMap(listEntries);
    if (level.length === 0) return false;
  }
  return true;
}

/** What a value violates, to be read after its name; undefined: nothing. */
export function jsonViolation(value: unknown, { maxBytes, maxDepth }: JsonLimits): string | undefined {
  if (isDeeperThan(value, maxDepth)) return `must be nested at most ${maxDepth} deep`;
  const text = JSON.stringify(value);
  return Buffer.byteLength(text) > maxBytes ? `must have at most ${maxBytes} bytes as JSON` : undefined;
}

/** A leaf has none. */
function listEntries(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: readonly unknown[] = Object.values(value);
  // An empty object counts as a level of its own.
  return entries.length === 0 ? [undefined] : entries;
}
