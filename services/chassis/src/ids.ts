import { createHash, randomBytes } from 'node:crypto';
import type { CallContext } from './call-context.ts';

/** Every id of ours: 24 characters in the form of a cuid2. */
const idPattern = /^[a-z][0-9a-z]{23}$/u;

/** A new id, from 32 random bytes. */
export function newId(): string {
  return idFrom(randomBytes(32));
}

/**
 * The id of what a call creates: where the call repeats another under an enforced idempotency key, the id that one used, so
 * that what an attempt made before it died is found; else a new one. `part` tells several creations of one call apart.
 */
export function newIdFor({ operation }: Pick<CallContext, 'operation'>, part = ''): string {
  if (operation === undefined) return newId();
  return idFrom(createHash('sha256').update(`${operation} ${part}`).digest());
}

/** Whether a string could be an id of ours; saves a lookup, proves nothing. */
export function isId(value: string): boolean {
  return idPattern.test(value);
}

/** A letter and 23 digits to the base of 36, which hold 123 of the 256 bits. */
function idFrom(bytes: Buffer): string {
  const letter = String.fromCharCode(0x61 + (bytes.readUInt16BE() % 26));
  const rest = BigInt(`0x${bytes.toString('hex', 2)}`).toString(36);
  return letter + rest.slice(-23).padStart(23, '0');
}
