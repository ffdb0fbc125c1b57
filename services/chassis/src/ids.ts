import { createHash, randomBytes } from 'node:crypto';

/** The form of all ids of the platform: 24 characters, like a cuid2. */
const idPattern = /^[a-z][0-9a-z]{23}$/u;

/** Creates an id from 32 random bytes. */
export function newId(): string {
  return idFrom(randomBytes(32));
}

/**
 * Creates the id of a resource that a call creates. A repetition with the same idempotency key gets the same id, so that it finds the
 * resource of an attempt that was interrupted. `part` distinguishes several resources of one call.
 */
export function newIdFor({ operation }: { readonly operation?: string | undefined }, part = ''): string {
  if (operation === undefined) return newId();
  return idFrom(createHash('sha256').update(`${operation} ${part}`).digest());
}

/** Returns true when a string has the form of an id, to avoid useless lookups. */
export function isId(value: string): boolean {
  return idPattern.test(value);
}

/** Encodes 123 of the 256 bits as a letter and 23 digits in base 36. */
function idFrom(bytes: Buffer): string {
  const letter = String.fromCharCode(0x61 + (bytes.readUInt16BE() % 26));
  const rest = BigInt(`0x${bytes.toString('hex', 2)}`).toString(36);
  return letter + rest.slice(-23).padStart(23, '0');
}
