import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import type { Member, Membership } from './membership.ts';

/** The members of the organization of the call, oldest first. */
export async function listMembers(
  deps: Pick<Deps, 'memberships' | 'users'>,
  { organizationId }: CallContext,
): Promise<readonly Member[]> {
  return await withUsers(deps, await deps.memberships.list(organizationId));
}

const unknownUser = { email: '', name: '' } as const;

/** The memberships with their users, in the same order. */
export async function withUsers(
  { users }: Pick<Deps, 'users'>,
  memberships: readonly Membership[],
): Promise<readonly Member[]> {
  const found = await users.findMany(memberships.map(({ userId }) => userId));
  const byId = new Map(found.map((user) => [user.id, user]));
  return memberships.map((membership) => ({
    membership,
    user: byId.get(membership.userId) ?? unknownUser,
  }));
}
