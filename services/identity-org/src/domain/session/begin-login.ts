import { DomainError } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { hashBrowserSecret, loginSecrets, newBrowserSecret } from './login-secret.ts';

export interface BeginLoginInput {
  /** The callback address, registered at the issuer. */
  readonly redirectUri: string;
  readonly returnTo: string;
}

export interface BegunLogin {
  readonly authorizationUrl: string;
  /** For a cookie of the browser. */
  readonly loginSecret: string;
  readonly expiresAt: Date;
}

const lifetimeMs = 600_000;

/** Prepares a login. FAILED_PRECONDITION without an issuer, UNAVAILABLE while the issuer does not answer. */
export async function beginLogin(
  { clock, issuer, loginAttempts }: Pick<Deps, 'clock' | 'issuer' | 'loginAttempts'>,
  { redirectUri, returnTo }: BeginLoginInput,
): Promise<BegunLogin> {
  if (issuer === undefined) throw loginNotConfigured();
  const loginSecret = newBrowserSecret();
  const secrets = loginSecrets(loginSecret);
  const authorizationUrl = await issuer.authorizationUrl({ redirectUri, secrets });
  const expiresAt = new Date(clock.now().getTime() + lifetimeMs);
  await loginAttempts.insert({
    secretSha256: hashBrowserSecret(loginSecret),
    redirectUri,
    returnTo: readReturnPath(returnTo),
    expiresAt,
  });
  return { authorizationUrl, loginSecret, expiresAt };
}

export function loginNotConfigured(): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'LOGIN_NOT_CONFIGURED',
    'Sign-in is not configured. Use an API key.',
  );
}

const defaultReturnPath = '/v2';
const maxReturnPathLength = 2000;

/**
 * A path of this site to go to after a login. A path that a browser could read as another site, or too long, becomes
 * `/v2`.
 */
export function readReturnPath(given: string): string {
  // Browsers take a backslash for a slash and ignore tabs and line breaks, so only plain visible characters pass.
  const isLocal = /^\/(?!\/)[!-[\]-~]*$/.test(given);
  return isLocal && given.length <= maxReturnPathLength ? given : defaultReturnPath;
}
