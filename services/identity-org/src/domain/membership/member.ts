import { DomainError, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { User } from '../user/user.ts';
import type { Membership } from './membership.ts';

/** A membership as others in the organization see it. */
export interface Member {
  readonly membership: Membership;
  readonly user: Pick<User, 'email' | 'name'>;
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

/** Why a member could not be changed: there is none, or it is the last admin. */
export async function memberChangeRefusal(
  { memberships }: Pick<Deps, 'memberships'>,
  { userId, organizationId }: Pick<Membership, 'userId' | 'organizationId'>,
): Promise<DomainError> {
  if ((await memberships.find(userId, organizationId)) === undefined) return notFound('member');
  return new DomainError(
    'FAILED_PRECONDITION',
    'LAST_ADMIN',
    'the last admin of an organization can neither leave nor be anything else',
  );
}
