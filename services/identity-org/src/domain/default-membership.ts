import type { Deps } from '../deps.ts';
import type { Membership } from './membership.ts';

/** Where the user works who chooses nothing: in the organization set as default, else in the one joined first. */
export async function defaultMembership(
  { memberships, users }: Pick<Deps, 'memberships' | 'users'>,
  userId: string,
): Promise<Membership | undefined> {
  const { defaultOrganizationId } = (await users.find(userId)) ?? {};
  const chosen =
    defaultOrganizationId === undefined ? undefined : await memberships.find(userId, defaultOrganizationId);
  return chosen ?? (await memberships.listOf(userId))[0];
}
