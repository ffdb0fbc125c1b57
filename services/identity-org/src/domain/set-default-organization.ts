import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../deps.ts';
import type { Membership } from './membership.ts';
import { personOf } from './person.ts';

/** Makes the organization of the call the one the caller works in without choosing. NOT_FOUND for no member of it. */
export async function setDefaultOrganization(
  deps: Pick<Deps, 'clock' | 'invalidateCredentials' | 'memberships' | 'users'>,
  call: CallContext,
): Promise<Membership> {
  const { userId } = personOf(call);
  const membership = await deps.memberships.find(userId, call.organizationId);
  if (membership === undefined) throw notFound('organization');
  await deps.users.setDefaultOrganization(call, userId, deps.clock.now());
  deps.invalidateCredentials({ userIds: [userId] });
  return membership;
}
