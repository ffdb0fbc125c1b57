/** A message that the contract promises; its absence is a fault of whoever answered. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('an answer lacks a message it must have');
  return value;
}
