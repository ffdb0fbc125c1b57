import type { JWTPayload } from 'jose';
import { CredentialKind, Role } from '@assay/proto/access/v1/access';
import { processes, processNames } from '@assay/proto/processes';
import type { Actor, InheritedSpendLimit, ServiceActor, SpendLimit, UserActor } from '../call-context.ts';
import { unauthenticated } from '../errors.ts';

/** The caller that an internal token states. */
export interface Identity {
  readonly actor: UserActor | ServiceActor;
  readonly organizationId: string;
}

/** The processes whose tokens may state a person. Tokens of all other processes may only state the process itself. */
const userIssuers: readonly string[] = processNames.filter((name) => processes[name].vouchesForUsers);

/** Returns the claims of a token for an actor. */
export function actorClaims(actor: Exclude<Actor, { kind: 'anonymous' }>): JWTPayload {
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

/** Reads the caller from the claims of a token. Throws UNAUTHENTICATED when the issuer may not state it. */
export function readIdentity(payload: JWTPayload, issuer: string): Identity {
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
