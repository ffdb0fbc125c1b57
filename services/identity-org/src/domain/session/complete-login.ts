import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { unauthenticated } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { userOfIdentity } from '../user/user-of-identity.ts';
import { loginNotConfigured } from './begin-login.ts';
import { hashBrowserSecret, loginSecrets, newBrowserSecret } from './login-secret.ts';

export interface CompleteLoginInput {
  /** From the cookie. */
  readonly loginSecret: string;
  /** The whole callback address, as the issuer redirected to it. */
  readonly callbackUrl: string;
}

export interface CompletedLogin {
  /** For a cookie of the browser. */
  readonly sessionSecret: string;
  readonly expiresAt: Date;
  readonly returnTo: string;
}

type CompleteLoginDeps = Pick<
  Deps,
  'clock' | 'identities' | 'issuer' | 'loginAttempts' | 'sessionLifetimeMs' | 'sessions' | 'users'
>;

/**
 * Begins a session for the user the issuer names. UNAUTHENTICATED, always with the same message, when the login is
 * unknown, expired or completed, or the issuer's response is invalid; UNAVAILABLE while the issuer does not answer.
 */
export async function completeLogin(
  deps: CompleteLoginDeps,
  call: CallContext,
  { loginSecret, callbackUrl }: CompleteLoginInput,
): Promise<CompletedLogin> {
  const { clock, issuer } = deps;
  if (issuer === undefined) throw loginNotConfigured();
  const attempt = await deps.loginAttempts.take(hashBrowserSecret(loginSecret), clock.now());
  if (attempt === undefined) throw unauthenticated();
  const answer = {
    callbackUrl: answerAt(attempt.redirectUri, callbackUrl),
    secrets: loginSecrets(loginSecret),
  };
  const user = await userOfIdentity(deps, await issuer.redeem(answer));
  const sessionSecret = newBrowserSecret();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + deps.sessionLifetimeMs);
  await deps.sessions.insert(call, {
    id: newId(),
    userId: user.id,
    secretSha256: hashBrowserSecret(sessionSecret),
    createdAt: now,
    expiresAt,
    endedAt: undefined,
  });
  return { sessionSecret, expiresAt, returnTo: attempt.returnTo };
}

/** The redirect address of the login with the query that came back, at whatever address the gateway was reached. */
function answerAt(redirectUri: string, callbackUrl: string): URL {
  const came = URL.parse(callbackUrl, redirectUri);
  if (came === null) throw unauthenticated();
  const url = new URL(redirectUri);
  url.search = came.search;
  return url;
}
