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

/** Whether `role` includes everything `needed` allows. */
export function includesRole(role: Role, needed: Role): boolean {
  return ranks[role] >= ranks[needed];
}

/** The lesser of two roles. */
export function lesserRole(a: Role, b: Role): Role {
  return ranks[a] <= ranks[b] ? a : b;
}

/** The greater of two roles. */
export function greaterRole(a: Role, b: Role): Role {
  return ranks[a] >= ranks[b] ? a : b;
}

/** Lets the call pass by the rpc's rule, or throws UNAUTHENTICATED or PERMISSION_DENIED. */
export function authorize(rule: Rule, actor: Actor): void {
  if (rule.anonymous) return;
  if (actor.kind === 'anonymous') throw unauthenticated();
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
      `the module ${rule.module} is not enabled`,
      {
        details: { module: rule.module },
      },
    );
  }
}

/** What a key may do is less than what its owner may, since a key can leak. */
function checkCredential(rule: Rule, actor: UserActor): void {
  const { credentials, minKeyRole = Role.UNSPECIFIED } = rule;
  const { role, credentialKind = CredentialKind.UNSPECIFIED } = actor;
  const kind = credentialKind === CredentialKind.UNSPECIFIED ? CredentialKind.API_KEY : credentialKind;
  if (credentials.length > 0 && !credentials.includes(kind)) {
    throw forbidden('this cannot be done with such a credential');
  }
  if (kind !== CredentialKind.SIGN_IN && !includesRole(role, minKeyRole)) throw forbidden();
}

function forbidden(message = 'insufficient permission'): DomainError {
  return new DomainError('PERMISSION_DENIED', 'FORBIDDEN', message);
}
