import { createHash, createHmac, randomBytes } from 'node:crypto';

/** The values that bind the issuer's response to the login it belongs to. */
export interface LoginSecrets {
  readonly state: string;
  readonly nonce: string;
  /** 43 characters, the minimum of RFC 7636. */
  readonly codeVerifier: string;
}

/** A random secret of 256 bits for a cookie. */
export function newBrowserSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash of a browser's secret that is stored and compared: SHA-256, lower-case hex. */
export function hashBrowserSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** All values are derived from the secret in the browser, so that the database alone completes no login. */
export function loginSecrets(secret: string): LoginSecrets {
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}
