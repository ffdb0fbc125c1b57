import { createLocalJWKSet, decodeJwt, importJWK, jwtVerify, SignJWT } from 'jose';
import type { JSONWebKeySet, JWK } from 'jose';
import type { Clock } from '@assay/chassis/clock';
import { unauthenticated } from '@assay/chassis/internal-token';

/** What a token of ours says: which key of whom it stands for. What that key may do is looked up each time. */
export interface AccessTokenClaims {
  readonly userId: string;
  readonly apiKeyId: string;
  /** Differs for each secret the key has had. */
  readonly secretVersion: string;
  /** To the second. */
  readonly expiresAt: Date;
}

export interface AccessTokens {
  issue(claims: AccessTokenClaims): Promise<string>;
  /** Whether a token says it is one of these; proves nothing. */
  claims(token: string): boolean;
  /** UNAUTHENTICATED for any token that does not hold, without saying why. */
  verify(token: string): Promise<AccessTokenClaims>;
}

// Another audience and another type than internal tokens have, so that neither passes for the other (RFC 8725, 3.11).
const audience = 'assay-rest';
const typ = 'at+jwt';
const algorithm = 'EdDSA';

/** Tokens for the REST interface, signed with this process's key. */
export function createAccessTokens(
  key: JWK & { kid: string },
  jwks: JSONWebKeySet,
  clock: Clock,
): AccessTokens {
  const issuer = key.kid;
  const privateKey = importJWK(key, algorithm);
  // Other processes sign with keys of the same set; only this service's own may vouch for an access token.
  const keys = createLocalJWKSet({ keys: jwks.keys.filter(({ kid }) => kid === issuer) });
  return {
    async issue({ userId, apiKeyId, secretVersion, expiresAt }) {
      return new SignJWT({ key: apiKeyId, ver: secretVersion })
        .setProtectedHeader({ alg: algorithm, typ, kid: issuer })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(clock.now())
        .setExpirationTime(expiresAt)
        .sign(await privateKey);
    },
    claims(token) {
      try {
        return decodeJwt(token).iss === issuer;
      } catch {
        return false;
      }
    },
    async verify(token) {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        typ,
        algorithms: [algorithm],
        requiredClaims: ['exp'],
        currentDate: clock.now(),
      }).catch((cause: unknown) => {
        throw unauthenticated(cause);
      });
      const { sub, exp = 0, key: apiKeyId, ver } = payload as typeof payload & Record<string, unknown>;
      if (typeof sub !== 'string' || typeof apiKeyId !== 'string' || typeof ver !== 'string') {
        throw unauthenticated();
      }
      return { userId: sub, apiKeyId, secretVersion: ver, expiresAt: new Date(exp * 1000) };
    },
  };
}
