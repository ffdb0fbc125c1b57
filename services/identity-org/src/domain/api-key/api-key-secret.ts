import { createHash, randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'assay_';
// 62^43 is just more than 2^256.
const secretLength = 43;

/** A new plaintext. Its prefix lets secret scanners recognize a key. */
export function newApiKeySecret(): string {
  return (
    prefix + Array.from({ length: secretLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  );
}

/** The hash of a key that is stored and compared. A fast hash suffices, since keys are random. */
export function hashApiKeySecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** A name for the secret a key has now, which tells nothing about the secret; rotation changes it. */
export function secretVersion(keySha256: string): string {
  return createHash('sha256').update(`version of ${keySha256}`).digest('base64url').slice(0, 22);
}
