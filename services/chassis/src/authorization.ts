import { CredentialKind, Role } from '@assay/proto/access/v1/access';
import type { Rule } from '@assay/proto/access/v1/access';
import type { Actor, UserActor } from './call-context.ts';
import { DomainError, unauthenticated } from './errors.ts';

const ranks = {
  [Role.UNSPECIFIED]: 0,
  [Role.UNRECOGNIZED]: 0,
  [Role.VIEWER]: 1,
  [Role.USER]: 2,
  [Role.ADMIN]: 3,
  [Role.SUPERADMIN]: 4,
} as const satisfies Record<Role, number>;

/** Returns true when `role` includes all permissions of `needed`. */
export function includesRole(role: Role, needed: Role): boolean {
  return ranks[role] >= ranks[needed];
}

/** Returns the role with fewer permissions. */
export function lesserRole(a: Role, b: Role): Role {
  return ranks[a] <= ranks[b] ? a : b;
}

/** Returns the role with more permissions. */
export function greaterRole(a: Role, b: Role): Role {
  return ranks[a] >= ranks[b] ? a : b;
}

/** Checks a call against the access rule of its rpc. Throws UNAUTHENTICATED or PERMISSION_DENIED. */
export function authorize(rule: Rule, actor: Actor): void {
  if (rule.anonymous) return;
  if (actor.kind === 'anonymous') {
    if (rule.withoutCredential) return;
    throw unauthenticated();
  }
  // The token of a guest is not a credential outside of the rpcs that admit guests.
  if (actor.kind === 'guest') {
    if (rule.guests) return;
    throw unauthenticated();
  }
  if (actor.kind === 'service') {
    if (!rule.services.includes(actor.service)) throw forbidden();
    return;
  }
  checkCredential(rule, actor);
  if (rule.signedIn) return;
  const open = rule.minRole !== Role.UNSPECIFIED && rule.minRole !== Role.UNRECOGNIZED;
  if (!open || !includesRole(actor.role, rule.minRole)) throw forbidden();
  if (rule.module !== '' && !actor.modules.includes(rule.module)) {
    throw new DomainError(
      'PERMISSION_DENIED',
      'MODULE_NOT_ENABLED',
      `The module ${rule.module} is not enabled for this organization.`,
      {
        details: { module: rule.module },
      },
    );
  }
}

/** Checks the kind of credential. A key has fewer permissions than its owner, because it can leak. */
function checkCredential(rule: Rule, actor: UserActor): void {
  const { credentials, minKeyRole = Role.UNSPECIFIED } = rule;
  const { role, credentialKind = CredentialKind.UNSPECIFIED } = actor;
  const kind = credentialKind === CredentialKind.UNSPECIFIED ? CredentialKind.API_KEY : credentialKind;
  if (credentials.length > 0 && !credentials.includes(kind)) {
    throw forbidden(`This operation needs ${credentials.map(nameCredential).join(' or ')}.`);
  }
  if (kind !== CredentialKind.SIGN_IN && !includesRole(role, minKeyRole)) throw forbidden();
}

function nameCredential(kind: CredentialKind): string {
  if (kind === CredentialKind.SIGN_IN) return 'a signed-in session';
  return kind === CredentialKind.KEY_TOKEN ? 'a token of an API key' : 'an API key';
}

function forbidden(
  message = 'You do not have permission for this operation. An administrator of the organization can grant it.',
): DomainError {
  return new DomainError('PERMISSION_DENIED', 'FORBIDDEN', message);
}
