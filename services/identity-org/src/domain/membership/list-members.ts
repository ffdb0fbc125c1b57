import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Member, Membership } from './membership.ts';

/** The members of the organization of the call, oldest first. */
export async function listMembers(
  deps: Pick<Deps, 'organizations' | 'users'>,
  { organizationId }: CallContext,
): Promise<readonly Member[]> {
  return await withUsers(deps, await deps.organizations.listMembers(organizationId));
}

/** One member of the organization of the call. NOT_FOUND for nobody's id. */
export async function getMember(
  deps: Pick<Deps, 'organizations' | 'users'>,
  { organizationId }: CallContext,
  userId: string,
): Promise<Member> {
  const membership = await deps.organizations.findMember(userId, organizationId);
  const [member] = membership === undefined ? [] : await withUsers(deps, [membership]);
  if (member === undefined) throw notFound('member');
  return member;
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
