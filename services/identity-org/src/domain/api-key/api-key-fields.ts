import { includesRole } from '@assay/chassis/authorization';
import type { UserActor } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../../deps.ts';
import { isPast } from './api-key.ts';
import { permissionsExceeded } from './permissions.ts';

/**
 * A role the caller may give to a key: at most the one in the organization of the call. A person without an organization
 * may give any, as the key does no more than its owner anywhere. PERMISSION_DENIED for a higher role.
 */
export function readRole(role: Role, actor: UserActor): Role {
  const highest = actor.role === Role.UNSPECIFIED ? Role.ADMIN : actor.role;
  if (role === Role.SUPERADMIN || !includesRole(highest, role)) throw permissionsExceeded();
  return role;
}

/** INVALID_ARGUMENT for a time that has passed. */
export function readExpirationDate(expirationDate: Date | undefined, now: Date): Date | undefined {
  if (isPast(expirationDate, now)) {
    throw invalidField('expirationDate', 'expirationDate must be in the future');
  }
  return expirationDate;
}

/** Organizations of the user. PERMISSION_DENIED for any other organization, whether it exists or not. */
export async function readOrganizationIds(
  { organizations }: Pick<Deps, 'organizations'>,
  { userId }: UserActor,
  wanted: readonly string[],
): Promise<readonly string[]> {
  const own = await organizations.listJoinedIds(userId, wanted);
  if (own.length < wanted.length) throw permissionsExceeded();
  return wanted;
}
