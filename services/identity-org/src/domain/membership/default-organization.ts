import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { userActorOf } from '../user-actor.ts';
import type { Membership, OwnMembership } from './membership.ts';

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

/** Makes the organization of the call the one the caller works in without choosing. NOT_FOUND for no member of it. */
export async function setDefaultOrganization(
  deps: Pick<Deps, 'clock' | 'invalidateCredentials' | 'memberships' | 'users'>,
  call: CallContext,
): Promise<OwnMembership> {
  const { userId } = userActorOf(call);
  const membership = await deps.memberships.find(userId, call.organizationId);
  if (membership === undefined) throw notFound('organization');
  await deps.users.setDefaultOrganization(call, userId, deps.clock.now());
  deps.invalidateCredentials({ userIds: [userId] });
  return { membership, isDefault: true };
}
