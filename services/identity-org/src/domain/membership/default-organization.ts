import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { userActorOf } from '../user-actor.ts';
import type { Membership, OwnMembership } from './membership.ts';

/** The membership of a user who chooses no organization: the one set as default, else the oldest. */
export async function defaultMembership(
  { organizations, users }: Pick<Deps, 'organizations' | 'users'>,
  userId: string,
): Promise<Membership | undefined> {
  const { defaultOrganizationId } = (await users.find(userId)) ?? {};
  const chosen =
    defaultOrganizationId === undefined
      ? undefined
      : await organizations.findMember(userId, defaultOrganizationId);
  return chosen ?? (await organizations.listMemberships(userId))[0];
}

/** Makes the organization of the call the caller's default. NOT_FOUND unless the caller is a member. */
export async function setDefaultOrganization(
  deps: Pick<Deps, 'clock' | 'invalidateCredentials' | 'organizations' | 'users'>,
  call: CallContext,
): Promise<OwnMembership> {
  const { userId } = userActorOf(call);
  const membership = await deps.organizations.findMember(userId, call.organizationId);
  if (membership === undefined) throw notFound('organization');
  await deps.users.setDefaultOrganization(call, userId, deps.clock.now());
  await deps.invalidateCredentials({ userIds: [userId] });
  return { membership, isDefault: true };
}
