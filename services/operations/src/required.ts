/** Returns a message that the contract promises. Throws if it is missing, which is an error of the service. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a response has no value for a required message');
  return value;
}
