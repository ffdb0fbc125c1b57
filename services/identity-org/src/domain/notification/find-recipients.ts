import { includesRole } from '@assay/chassis/authorization';
import { Role } from '@assay/proto/access/v1/access';
import type { Deps } from '../../deps.ts';
import type { Notification } from './notification.ts';

export interface Recipient {
  readonly id: string;
  readonly email: string;
  readonly isAdmin: boolean;
}

type Recipients = Pick<Notification, 'organizationId' | 'userIds' | 'mailedUserIds'>;

/**
 * Finds the named users who are still members of the organization and have an address. If there are none, and none got the mail before
 * they left, the recipients are the admins.
 */
export async function findRecipients(
  { organizations, users }: Pick<Deps, 'organizations' | 'users'>,
  { organizationId, userIds, mailedUserIds }: Recipients,
): Promise<readonly Recipient[]> {
  const members = await organizations.listMembers(organizationId);
  const admins = new Set(
    members.filter(({ role }) => includesRole(role, Role.ADMIN)).map(({ userId }) => userId),
  );
  const find = async (ids: readonly string[]): Promise<readonly Recipient[]> =>
    (await users.findMany(ids))
      .filter(({ email }) => email !== '')
      .map(({ id, email }) => ({ id, email, isAdmin: admins.has(id) }));
  const named = new Set(userIds);
  const recipients = await find(members.map(({ userId }) => userId).filter((id) => named.has(id)));
  if (recipients.length > 0 || mailedUserIds.some((id) => named.has(id))) return recipients;
  return find([...admins]);
}
