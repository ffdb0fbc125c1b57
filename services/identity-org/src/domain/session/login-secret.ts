import { createHash, createHmac, randomBytes } from 'node:crypto';

/** What binds the issuer's answer to the login it belongs to. */
export interface LoginSecrets {
  readonly state: string;
  readonly nonce: string;
  /** 43 characters, as RFC 7636 wants at least. */
  readonly codeVerifier: string;
}

/** 256 bits, for a cookie. */
export function newBrowserSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What of a browser's secret is kept and compared: SHA-256, lower-case hex. */
export function hashBrowserSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** All of it follows from the secret in the browser, so that nothing in the database completes a login. */
export function loginSecrets(secret: string): LoginSecrets {
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}
