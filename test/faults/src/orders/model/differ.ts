/** The cents of an owner according to the ledger: the rest of its hold, and its charges. */
export interface Owned {
  readonly heldCents: number;
  readonly spentCents: number;
}

/** Describes the difference of a value. Empty if there is none. */
export function differ<T>(name: string, actual: T, expected: T): string[] {
  return actual === expected ? [] : [`${name}: is ${String(actual)}, should be ${String(expected)}`];
}
