import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from 'jose';
import type { JSONWebKeySet, JWK, JWTVerifyGetKey } from 'jose';
import { processNames, serviceNames, servesRpcs } from '@assay/proto/processes';
import type { AudienceName } from '@assay/proto/processes';
import type { UserActor } from '../call-context.ts';
import type { Clock } from '../clock.ts';
import { unauthenticated } from '../errors.ts';
import type { CacheLookups } from '../metrics.ts';
import { actorClaims, readIdentity } from './claims.ts';
import type { Identity } from './claims.ts';

/** The identity of a valid token. */
export interface VerifiedIdentity extends Identity {
  /** The process that signed it. */
  readonly issuer: string;
}

export interface SignOptions {
  /** The processes that accept the token. Default: all services. */
  readonly audiences?: readonly AudienceName[];
  /** The time at which the stated identity was verified. Default: now. */
  readonly issuedAt?: Date;
}

export interface TokenSigner {
  /** The process that signs. */
  readonly process: string;
  /** Signs a token for an identity, valid for `lifetimeSeconds`. */
  sign(identity: Identity, lifetimeSeconds: number, options?: SignOptions): Promise<string>;
}

export interface TokenVerifier {
  /**
   * Returns the identity of a token. Rejects with UNAUTHENTICATED for any invalid token, without the reason, and with UNAVAILABLE while
   * its revocation cannot be checked.
   */
  verify(token: string): Promise<VerifiedIdentity>;
}

export interface VerifierOptions {
  /** The process whose tokens are accepted. undefined: tokens for any service. */
  readonly service?: AudienceName | undefined;
  /** Checks tokens that people hold. undefined: revocations are ignored. */
  readonly revocations?: RevocationCheck | undefined;
  /** Counts hits and misses of the cache of verified tokens. */
  readonly lookups?: CacheLookups | undefined;
}

/** The person who holds a token. */
export interface TokenHolder {
  readonly actor: Pick<UserActor, 'credentialId' | 'userId'>;
  readonly organizationId: string;
}

export interface RevocationCheck {
  /**
   * Rejects with UNAUTHENTICATED when the credential, its user or its organization changed after the token was issued, and with
   * UNAVAILABLE when the changes cannot be read.
   */
  refuseRevoked(holder: TokenHolder, issuedAtMs: number): Promise<void>;
}

const maxRemembered = 10_000;

export function createTokenSigner(key: JWK & { kid: string }, clock: Clock): TokenSigner {
  const privateKey = importJWK(key, 'EdDSA');
  const issuer = processOfKey(key.kid);
  return {
    process: issuer,
    async sign({ actor, organizationId }, lifetimeSeconds, options = {}) {
      const { audiences = serviceNames, issuedAt = clock.now() } = options;
      const issuedAtSeconds = issuedAt.getTime() / 1000;
      return new SignJWT({ org: organizationId, ...actorClaims(actor) })
        .setProtectedHeader({ alg: 'EdDSA', kid: key.kid })
        .setIssuer(issuer)
        .setAudience([...audiences])
        .setIssuedAt(issuedAtSeconds)
        .setExpirationTime(Math.floor(issuedAtSeconds) + lifetimeSeconds)
        .sign(await privateKey);
    },
  };
}

/** Returns the process that owns a key. The `kid` is its name, followed by the generation from the second key on: `billing.2`. */
export function processOfKey(kid: string): string {
  return kid.split('.', 1)[0] ?? '';
}

interface Verified {
  readonly identity: VerifiedIdentity;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

/**
 * Creates a verifier of signature, issuer, audience and expiry. Verified tokens are cached and then only checked for expiry. Revocation
 * is checked for tokens that people hold; tokens of an edge live for two minutes and do not leave the platform.
 */
export function createTokenVerifier(
  jwks: JSONWebKeySet,
  clock: Clock,
  { service, revocations, lookups }: VerifierOptions = {},
): TokenVerifier {
  const keys = createLocalJWKSet(jwks);
  const remembered = new Map<string, Promise<Verified>>();

  async function verified(token: string): Promise<Verified> {
    const known = await remembered.get(token);
    const isKnown = known !== undefined && known.expiresAtMs > clock.now().getTime();
    lookups?.count(isKnown);
    if (isKnown) return known;
    const checking = check(token, keys, { clock, service });
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(token, checking);
    checking.catch(() => remembered.delete(token));
    return checking;
  }

  return {
    async verify(token) {
      const { identity, issuedAtMs } = await verified(token);
      if (revocations !== undefined && identity.actor.kind === 'user' && !isEdge(identity.issuer)) {
        await revocations.refuseRevoked({ ...identity, actor: identity.actor }, issuedAtMs);
      }
      return identity;
    },
  };
}

/** Returns true for a process that clients of the platform connect to. Only an edge knows the address of a client. */
export function isEdge(process: string): boolean {
  return edges.includes(process);
}

const edges: readonly string[] = processNames.filter((name) => !servesRpcs(name));

interface CheckOptions {
  readonly clock: Clock;
  readonly service: AudienceName | undefined;
}

async function check(token: string, keys: JWTVerifyGetKey, options: CheckOptions): Promise<Verified> {
  const { clock, service } = options;
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    audience: service ?? [...serviceNames],
    algorithms: ['EdDSA'],
    requiredClaims: ['iss', 'iat', 'exp', 'org'],
    currentDate: clock.now(),
  }).catch((cause: unknown) => {
    throw unauthenticated(cause);
  });
  const { iss: issuer, iat = 0, exp = 0 } = payload;
  if (issuer === undefined || issuer !== processOfKey(protectedHeader.kid ?? '')) throw unauthenticated();
  const identity = { ...readIdentity(payload, issuer), issuer };
  return { identity, issuedAtMs: iat * 1000, expiresAtMs: exp * 1000 };
}
