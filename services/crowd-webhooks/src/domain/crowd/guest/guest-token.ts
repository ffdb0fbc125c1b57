import { createHash, randomBytes } from 'node:crypto';
import { guestToken } from '@assay/proto/guests';

/** Creates the plaintext of a token from 32 random bytes. */
export function createGuestToken(): string {
  return guestToken.prefix + randomBytes(32).toString('base64url');
}

/** Returns the hash of a token that is stored and compared. A fast hash suffices, because tokens are random. */
export function hashGuestToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
