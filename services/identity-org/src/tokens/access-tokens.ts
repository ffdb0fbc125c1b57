import { createLocalJWKSet, decodeJwt, importJWK, jwtVerify, SignJWT } from 'jose';
import type { JWK } from 'jose';
import type { Clock } from '@assay/chassis/clock';
import { unauthenticated } from '@assay/chassis/errors';

/** The key a token stands for, and its owner. What the key may do is looked up whenever the token is used. */
export interface AccessTokenClaims {
  readonly userId: string;
  readonly apiKeyId: string;
  /** The version of the key's secret; rotation changes it. */
  readonly secretVersion: string;
  /** To the second. */
  readonly expiresAt: Date;
}

export interface AccessTokens {
  issue(claims: AccessTokenClaims): Promise<string>;
  /** Whether a token states this service as its issuer; this proves nothing. */
  isOwn(token: string): boolean;
  /** UNAUTHENTICATED for any invalid token, without saying why. */
  verify(token: string): Promise<AccessTokenClaims>;
}

// Audience and type differ from those of internal tokens, so that neither passes for the other (RFC 8725, 3.11).
const audience = 'assay-rest';
const typ = 'at+jwt';
const algorithm = 'EdDSA';

const issuer = 'identity-org';

function publicHalf({ d: _d, ...publicKey }: SigningKey): JWK {
  return publicKey;
}

type SigningKey = JWK & { kid: string };

/** Access tokens for the REST interface, signed with the current key; those of previous ones hold for as long as they are given. */
export function createAccessTokens(
  [current, ...previous]: readonly [SigningKey, ...SigningKey[]],
  clock: Clock,
): AccessTokens {
  const { kid } = current;
  const privateKey = importJWK(current, algorithm);
  // One key for each kid: jose takes no token when two fit.
  const byKid = new Map([...previous, current].map((key) => [key.kid, publicHalf(key)]));
  const keys = createLocalJWKSet({ keys: [...byKid.values()] });
  return {
    async issue({ userId, apiKeyId, secretVersion, expiresAt }) {
      return new SignJWT({ key: apiKeyId, ver: secretVersion })
        .setProtectedHeader({ alg: algorithm, typ, kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(clock.now())
        .setExpirationTime(expiresAt)
        .sign(await privateKey);
    },
    isOwn(token) {
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
