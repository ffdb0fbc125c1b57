import { createId, isCuid } from '@paralleldrive/cuid2';

/** A new cuid2 of 24 characters. */
export function newId(): string {
  return createId();
}

/** Whether a string could be an id of ours; saves a lookup, proves nothing. */
export function isId(value: string): boolean {
  return value.length === 24 && isCuid(value);
}
