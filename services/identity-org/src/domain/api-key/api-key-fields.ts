import { includesRole } from '@assay/chassis/authorization';
import type { SpendLimit, UserActor } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../../deps.ts';
import { isPast } from './api-key.ts';
import { permissionsExceeded } from './permissions.ts';

const maxEntries = 100;
const maxToolLength = 100;

/** A role the caller may give to a key, in the organization of the call. PERMISSION_DENIED for a higher role. */
export function readRole(role: Role, actor: UserActor): Role {
  if (role === Role.SUPERADMIN || !includesRole(actor.role, role)) throw permissionsExceeded();
  return role;
}

/** INVALID_ARGUMENT for a time that has passed. */
export function readExpirationDate(expirationDate: Date | undefined, now: Date): Date | undefined {
  if (isPast(expirationDate, now)) {
    throw invalidField('expirationDate', 'expirationDate must be in the future');
  }
  return expirationDate;
}

/** Organizations of the user, each once. PERMISSION_DENIED for any other organization, whether it exists or not. */
export async function readOrganizationIds(
  { memberships }: Pick<Deps, 'memberships'>,
  { userId }: UserActor,
  wanted: readonly string[],
): Promise<readonly string[]> {
  const unique = readList('organizationIds', wanted);
  const own = await memberships.organizationIdsOf(userId, unique);
  if (own.length < unique.length) throw permissionsExceeded();
  return unique;
}

export function readAllowedTools(tools: readonly string[]): readonly string[] {
  const unique = readList('allowedTools', tools);
  if (unique.some((tool) => tool === '' || tool.length > maxToolLength)) {
    throw invalidField('allowedTools', `allowedTools must have names of 1 to ${maxToolLength} characters`);
  }
  return unique;
}

export function readSpendLimit(limit: SpendLimit | undefined): SpendLimit | undefined {
  if (limit !== undefined && (!Number.isSafeInteger(limit.limitCents) || limit.limitCents < 0)) {
    throw invalidField('spendLimitCents', 'spendLimitCents must be a whole number of at least 0');
  }
  return limit;
}

function readList(field: string, given: readonly string[]): readonly string[] {
  if (given.length > maxEntries) {
    throw invalidField(field, `${field} must not have more than ${maxEntries} entries`);
  }
  return [...new Set(given)];
}
