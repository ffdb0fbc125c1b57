import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from 'jose';
import type { JSONWebKeySet, JWK, JWTPayload, JWTVerifyGetKey } from 'jose';
import { CredentialKind, Role } from '@assay/proto/access/v1/access';
import { processes, processNames } from '@assay/proto/processes';
import type { Actor, InheritedSpendLimit, ServiceActor, SpendLimit, UserActor } from './call-context.ts';
import type { Clock } from './clock.ts';
import { DomainError } from './errors.ts';

/** Who is calling, as an internal token states it. */
export interface Identity {
  readonly actor: UserActor | ServiceActor;
  readonly organizationId: string;
}

export interface TokenSigner {
  /** The process that signs. */
  readonly process: string;
  /** A token for this identity, valid for `lifetimeSeconds`. */
  sign(identity: Identity, lifetimeSeconds: number): Promise<string>;
}

export interface TokenVerifier {
  /** The identity a token states. UNAUTHENTICATED for any token that does not hold, without saying why. */
  verify(token: string): Promise<Identity>;
}

/** The processes whose word about a person is taken; any other may only speak for itself. */
const userIssuers: readonly string[] = processNames.filter((name) => processes[name].vouchesForUsers);
const audience = 'assay';
const maxRemembered = 10_000;

export function createTokenSigner(key: JWK & { kid: string }, clock: Clock): TokenSigner {
  const privateKey = importJWK(key, 'EdDSA');
  return {
    process: key.kid,
    async sign({ actor, organizationId }, lifetimeSeconds) {
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({ org: organizationId, ...actorClaims(actor) })
        .setProtectedHeader({ alg: 'EdDSA', kid: key.kid })
        .setIssuer(key.kid)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(await privateKey);
    },
  };
}

interface Verified {
  readonly identity: Identity;
  readonly expiresAtMs: number;
}

/** Verifies signature, issuer, audience and expiry; a token verified before, or just now, is only checked for expiry. */
export function createTokenVerifier(jwks: JSONWebKeySet, clock: Clock): TokenVerifier {
  const keys = createLocalJWKSet(jwks);
  const remembered = new Map<string, Promise<Verified>>();
  return {
    async verify(token) {
      const known = await remembered.get(token);
      if (known !== undefined && known.expiresAtMs > clock.now().getTime()) return known.identity;
      const checking = check(token, keys, clock);
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(token, checking);
      checking.catch(() => remembered.delete(token));
      return (await checking).identity;
    },
  };
}

async function check(token: string, keys: JWTVerifyGetKey, clock: Clock): Promise<Verified> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    audience,
    algorithms: ['EdDSA'],
    requiredClaims: ['iss', 'exp', 'org'],
    currentDate: clock.now(),
  }).catch((cause: unknown) => {
    throw unauthenticated(cause);
  });
  if (payload.iss === undefined || payload.iss !== protectedHeader.kid) throw unauthenticated();
  return { identity: readIdentity(payload, payload.iss), expiresAtMs: (payload.exp ?? 0) * 1000 };
}

export function unauthenticated(cause?: unknown): DomainError {
  return new DomainError('UNAUTHENTICATED', 'UNAUTHENTICATED', 'missing or invalid credential', { cause });
}

function actorClaims(actor: Exclude<Actor, { kind: 'anonymous' }>): JWTPayload {
  return actor.kind === 'service'
    ? { kind: 'service', sub: actor.service }
    : {
        kind: 'user',
        sub: actor.userId,
        role: actor.role,
        cred: actor.credentialId,
        ...(actor.credentialKind !== undefined && { by: actor.credentialKind }),
        mod: actor.modules,
        ...(actor.spendLimit && { spend: actor.spendLimit }),
        ...(actor.inheritedSpendLimits?.length && { inherited: actor.inheritedSpendLimits }),
      };
}

function readIdentity(payload: JWTPayload, issuer: string): Identity {
  const { sub, org, kind, role, cred, by, mod, spend, inherited } = payload as JWTPayload &
    Record<string, unknown>;
  if (typeof sub !== 'string' || typeof org !== 'string') throw unauthenticated();
  if (kind === 'service' && sub === issuer) {
    return { organizationId: org, actor: { kind, service: sub } };
  }
  const knownRole = Object.values(Role).find((candidate) => candidate === role);
  if (kind !== 'user' || !userIssuers.includes(issuer) || knownRole === undefined) throw unauthenticated();
  const modules = Array.isArray(mod) ? mod.filter((name) => typeof name === 'string') : [];
  const credentialId = typeof cred === 'string' ? cred : '';
  const spendLimit = readSpendLimit(spend);
  const credentialKind = Object.values(CredentialKind).find((candidate) => candidate === by);
  const limits = {
    ...(credentialKind !== undefined && { credentialKind }),
    ...(spendLimit && { spendLimit }),
    ...(inherited !== undefined && { inheritedSpendLimits: readInherited(inherited) }),
  };
  return {
    organizationId: org,
    actor: { kind, userId: sub, role: knownRole, credentialId, modules, ...limits },
  };
}

function readInherited(claim: unknown): readonly InheritedSpendLimit[] {
  if (!Array.isArray(claim)) throw unauthenticated();
  return (claim as readonly Partial<InheritedSpendLimit>[]).map(({ credentialId, limit }) => {
    const read = readSpendLimit(limit);
    if (typeof credentialId !== 'string' || read === undefined) throw unauthenticated();
    return { credentialId, limit: read };
  });
}

function readSpendLimit(claim: unknown): SpendLimit | undefined {
  if (claim === undefined) return undefined;
  const { limitCents, period } = claim as Partial<SpendLimit>;
  if (typeof limitCents !== 'number' || (period !== 'day' && period !== 'month')) throw unauthenticated();
  return { limitCents, period };
}
