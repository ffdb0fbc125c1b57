/** A message field that the contract between processes promises; its absence is a fault of the sender. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('an answer lacks a field it must have');
  return value;
}

/** Proto strings are never null; the REST contract says null where there is nothing. */
export function textOrNull(value: string): string | null {
  return value === '' ? null : value;
}
