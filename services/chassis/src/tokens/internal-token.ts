import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from 'jose';
import type { JSONWebKeySet, JWK, JWTVerifyGetKey } from 'jose';
import { processNames, serviceNames, servesRpcs } from '@assay/proto/processes';
import type { ServiceName } from '@assay/proto/processes';
import type { UserActor } from '../call-context.ts';
import type { Clock } from '../clock.ts';
import { unauthenticated } from '../errors.ts';
import type { CacheLookups } from '../metrics.ts';
import { actorClaims, readIdentity } from './claims.ts';
import type { Identity } from './claims.ts';

/** What a token said that held. */
export interface VerifiedIdentity extends Identity {
  /** The process that signed it. */
  readonly issuer: string;
}

export interface SignOptions {
  /** The services that are to take the token; all of them unless given. */
  readonly audiences?: readonly ServiceName[];
  /** When what the token states was found to be so; now unless given. */
  readonly issuedAt?: Date;
}

export interface TokenSigner {
  /** The process that signs. */
  readonly process: string;
  /** A token for this identity, valid for `lifetimeSeconds`. */
  sign(identity: Identity, lifetimeSeconds: number, options?: SignOptions): Promise<string>;
}

export interface TokenVerifier {
  /**
   * The identity a token states. UNAUTHENTICATED for any token that does not hold, without saying why; UNAVAILABLE while
   * nobody can say whether it was revoked.
   */
  verify(token: string): Promise<VerifiedIdentity>;
}

export interface VerifierOptions {
  /** Takes only tokens for this service; undefined: any service's. */
  readonly service?: ServiceName | undefined;
  /** Asked about tokens that people hold themselves; undefined: none is ever revoked. */
  readonly revocations?: RevocationCheck | undefined;
  /** Counts how often a token was verified before. */
  readonly lookups?: CacheLookups | undefined;
}

/** Whose token is to be judged. */
export interface TokenHolder {
  readonly actor: Pick<UserActor, 'credentialId' | 'userId'>;
  readonly organizationId: string;
}

export interface RevocationCheck {
  /**
   * UNAUTHENTICATED when a credential, its user or organization changed after the token was issued; UNAVAILABLE when that
   * cannot be found out.
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

/** The process a key belongs to: the `kid` is its name, and the generation of the key unless it is the first, as in `billing.2`. */
export function processOfKey(kid: string): string {
  return kid.split('.', 1)[0] ?? '';
}

interface Verified {
  readonly identity: VerifiedIdentity;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

/**
 * Verifies signature, issuer, audience and expiry; a token verified before, or just now, is only checked for expiry. Whether
 * it was revoked is asked of tokens that people hold: those of an edge live for two minutes and do not leave the platform.
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

/** Whether a process is where clients reach the platform; only there is their address known. */
export function isEdge(process: string): boolean {
  return edges.includes(process);
}

const edges: readonly string[] = processNames.filter((name) => !servesRpcs(name));

interface CheckOptions {
  readonly clock: Clock;
  readonly service: ServiceName | undefined;
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
