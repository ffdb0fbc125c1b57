import type { JWTPayload } from 'jose';
import { CredentialKind, Role } from '@assay/proto/access/v1/access';
import { processes, processNames, servesRpcs } from '@assay/proto/processes';
import type {
  Actor,
  GuestActor,
  InheritedSpendLimit,
  ServiceActor,
  SpendLimit,
  UserActor,
} from '../call-context.ts';
import { unauthenticated } from '../errors.ts';

/** The caller that an internal token states. */
export interface Identity {
  readonly actor: UserActor | GuestActor | ServiceActor;
  readonly organizationId: string;
}

/** The processes whose tokens may state a person. Tokens of all other processes may only state the process itself. */
const userIssuers: readonly string[] = processNames.filter((name) => processes[name].vouchesForUsers);

/** The processes whose tokens may state a guest: the edges, since no process issues tokens that guests hold. */
const guestIssuers: readonly string[] = processNames.filter(
  (name) => processes[name].vouchesForUsers && !servesRpcs(name),
);

/** Returns the claims of a token for an actor. */
export function actorClaims(actor: Exclude<Actor, { kind: 'anonymous' }>): JWTPayload {
  if (actor.kind === 'service') return { kind: 'service', sub: actor.service };
  if (actor.kind === 'guest') return { kind: 'guest', sub: actor.guestId, job: actor.jobId };
  return {
    kind: 'user',
    sub: actor.userId,
    role: actor.role,
    cred: actor.credentialId,
    ...(actor.credentialKind !== undefined && { by: actor.credentialKind }),
    mod: actor.modules,
    ...(actor.spendLimit && { spend: actor.spendLimit }),
    ...(actor.inheritedSpendLimits?.length && { inherited: actor.inheritedSpendLimits }),
    ...(actor.allowedTools && { tools: actor.allowedTools }),
  };
}

/** Reads the caller from the claims of a token. Throws UNAUTHENTICATED when the issuer may not state it. */
export function readIdentity(payload: JWTPayload, issuer: string): Identity {
  const { sub, org, kind, job } = payload as JWTPayload & Record<string, unknown>;
  if (typeof sub !== 'string' || typeof org !== 'string') throw unauthenticated();
  if (kind === 'service' && sub === issuer) {
    return { organizationId: org, actor: { kind, service: sub } };
  }
  if (kind === 'guest' && typeof job === 'string' && guestIssuers.includes(issuer)) {
    return { organizationId: org, actor: { kind, guestId: sub, jobId: job } };
  }
  if (kind !== 'user' || !userIssuers.includes(issuer)) throw unauthenticated();
  return { organizationId: org, actor: readUser(sub, payload) };
}

function readUser(userId: string, payload: JWTPayload): UserActor {
  const { role, cred, by, mod, spend, inherited, tools } = payload as Record<string, unknown>;
  const knownRole = Object.values(Role).find((candidate) => candidate === role);
  if (knownRole === undefined) throw unauthenticated();
  const modules = Array.isArray(mod) ? mod.filter((name) => typeof name === 'string') : [];
  const credentialId = typeof cred === 'string' ? cred : '';
  const spendLimit = readSpendLimit(spend);
  const credentialKind = Object.values(CredentialKind).find((candidate) => candidate === by);
  const limits = {
    ...(credentialKind !== undefined && { credentialKind }),
    ...(spendLimit && { spendLimit }),
    ...(inherited !== undefined && { inheritedSpendLimits: readInherited(inherited) }),
    ...(tools !== undefined && { allowedTools: readTools(tools) }),
  };
  return { kind: 'user', userId, role: knownRole, credentialId, modules, ...limits };
}

function readInherited(claim: unknown): readonly InheritedSpendLimit[] {
  if (!Array.isArray(claim)) throw unauthenticated();
  return (claim as readonly Partial<InheritedSpendLimit>[]).map(({ credentialId, limit }) => {
    const read = readSpendLimit(limit);
    if (typeof credentialId !== 'string' || read === undefined) throw unauthenticated();
    return { credentialId, limit: read };
  });
}

function readTools(claim: unknown): readonly string[] {
  if (!Array.isArray(claim)) throw unauthenticated();
  return claim.filter((name) => typeof name === 'string');
}

function readSpendLimit(claim: unknown): SpendLimit | undefined {
  if (claim === undefined) return undefined;
  const { limitCents, period } = claim as Partial<SpendLimit>;
  if (typeof limitCents !== 'number' || (period !== 'day' && period !== 'month')) throw unauthenticated();
  return { limitCents, period };
}
