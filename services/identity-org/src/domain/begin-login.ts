import { DomainError, invalidField } from '@assay/chassis/errors';
import type { Deps } from '../deps.ts';
import { hashBrowserSecret, loginSecrets, newBrowserSecret } from './login-secret.ts';
import { readReturnPath } from './return-path.ts';

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

/** FAILED_PRECONDITION without an issuer, UNAVAILABLE while it does not answer. */
export async function beginLogin(
  { clock, issuer, loginAttempts }: Pick<Deps, 'clock' | 'issuer' | 'loginAttempts'>,
  { redirectUri, returnTo }: BeginLoginInput,
): Promise<BegunLogin> {
  if (issuer === undefined) throw loginNotConfigured();
  if (!URL.canParse(redirectUri)) throw invalidField('redirectUri', 'redirectUri must be an address');
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
  return new DomainError('FAILED_PRECONDITION', 'LOGIN_NOT_CONFIGURED', 'signing in is not configured');
}
