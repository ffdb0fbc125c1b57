import { createHash } from 'node:crypto';
import { createId, isCuid } from '@paralleldrive/cuid2';
import type { CallContext } from './call-context.ts';

/** A new cuid2 of 24 characters. */
export function newId(): string {
  return createId();
}

/**
 * The id of what a call creates: where the call repeats another under an enforced idempotency key, the id that one used, so
 * that what an attempt made before it died is found; else a new one. `part` tells several creations of one call apart.
 */
export function newIdFor({ operation }: Pick<CallContext, 'operation'>, part = ''): string {
  if (operation === undefined) return newId();
  const digest = createHash('sha256').update(`${operation} ${part}`).digest();
  const letter = String.fromCharCode(0x61 + (digest.readUInt16BE() % 26));
  const rest = BigInt(`0x${digest.toString('hex', 2)}`).toString(36);
  return letter + rest.slice(-23).padStart(23, '0');
}

/** Whether a string could be an id of ours; saves a lookup, proves nothing. */
export function isId(value: string): boolean {
  return value.length === 24 && isCuid(value);
}
