import { createHash, randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'assay_';
// 62^43 is just more than 2^256.
const secretLength = 43;

/** A new plaintext key. The prefix lets secret scanners recognize it. */
export function newApiKeySecret(): string {
  return (
    prefix + Array.from({ length: secretLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  );
}

/** What of a key is kept and compared. A fast hash suffices, since keys are random and not chosen by people. */
export function hashApiKeySecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Names the secret a key has now without telling anything about it; rotation changes it. */
export function secretVersion(keySha256: string): string {
  return createHash('sha256').update(`version of ${keySha256}`).digest('base64url').slice(0, 22);
}
