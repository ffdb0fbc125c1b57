import { createRemoteJWKSet, customFetch, decodeJwt, errors, jwtVerify } from 'jose';
import type { JWTVerifyGetKey } from 'jose';
import type { Configuration } from 'openid-client';
import type { Clock } from '@assay/chassis/clock';
import { DomainError, unauthenticated } from '@assay/chassis/errors';
import type { ExternalIdentity } from '../domain/user/user.ts';
import { identityOf } from './claims.ts';
import { issuerTimeoutMs, issuerUnavailable } from './discovery.ts';
import type { FetchFromIssuer, IssuerOptions } from './discovery.ts';
import { isSafeAddress } from '@assay/chassis/settings/issuer';

export interface VerifiedToken {
  readonly identity: ExternalIdentity;
  readonly expiresAt: Date;
}

interface TokenSources {
  readonly discovered: () => Promise<Configuration>;
  readonly request: FetchFromIssuer;
  readonly clock: Clock;
}

/** Asymmetric signatures alone; never `none`, never a shared secret (RFC 8725, 3.1). */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const clockToleranceSeconds = 5;

/** Verifies access tokens by the issuer's published keys, its name, the audience, and their time. */
export function createIssuerTokens(
  { issuer, audience }: IssuerOptions,
  { discovered, request, clock }: TokenSources,
): (token: string) => Promise<VerifiedToken> {
  const keys = publishedKeys({ discovered, request });
  const names = namesOf(issuer);
  return async (token) => {
    // This comes before keys are fetched, so that tokens of other issuers cost this issuer nothing.
    if (audience === undefined || !names.includes(statedIssuer(token))) throw unauthenticated();
    const { payload } = await jwtVerify(token, keys, {
      issuer: names,
      audience,
      algorithms,
      requiredClaims: ['sub', 'exp'],
      clockTolerance: clockToleranceSeconds,
      currentDate: clock.now(),
    }).catch((cause: unknown) => {
      throw cause instanceof DomainError ? cause : unauthenticated(cause);
    });
    return { identity: identityOf(payload), expiresAt: new Date((payload.exp ?? 0) * 1000) };
  };
}

/** The issuer's name with and without a slash at the end: issuers have it or not, and people write it or not. */
function namesOf(issuer: string): string[] {
  return [issuer, issuer.endsWith('/') ? issuer.slice(0, -1) : `${issuer}/`];
}

/** The issuer a token states, which nothing has proven yet. */
function statedIssuer(token: string): string {
  try {
    return decodeJwt(token).iss ?? '';
  } catch {
    return '';
  }
}

/** UNAVAILABLE when the keys cannot be fetched; a key that is not among them makes the token invalid. */
function publishedKeys({ discovered, request }: Omit<TokenSources, 'clock'>): JWTVerifyGetKey {
  let remote: JWTVerifyGetKey | undefined;
  return async (header, token) => {
    const uri = (await discovered()).serverMetadata().jwks_uri;
    if (uri === undefined || !isSafeAddress(uri)) throw issuerUnavailable('no safe jwks_uri');
    const options = { timeoutDuration: issuerTimeoutMs, [customFetch]: request };
    remote ??= createRemoteJWKSet(new URL(uri), options);
    try {
      return await remote(header, token);
    } catch (cause) {
      throw isAboutToken(cause) ? cause : issuerUnavailable(cause);
    }
  };
}

function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
