/** A message field that the contract between processes promises; its absence is a fault of the sender. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('an answer lacks a field it must have');
  return value;
}

/** The REST contract says null where a message leaves a field unset. */
export function textOrNull(value: string | undefined): string | null {
  return value ?? null;
}
