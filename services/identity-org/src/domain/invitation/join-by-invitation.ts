import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import { memberLimitReached } from '../membership/member-limit.ts';
import type { Membership } from '../membership/membership.ts';
import type { Invitation } from './invitation.ts';

type JoinCall = Pick<CallContext, 'actor' | 'organizationId' | 'requestId' | 'traceparent' | 'clientAddress'>;

export type JoinByInvitationDeps = Pick<
  Deps,
  'clock' | 'invalidateCredentials' | 'invitations' | 'maxMembers' | 'organizations'
>;

/**
 * Makes the user who accepted an invitation a member, unless the user is one. The invitation is then marked as joined,
 * so that a member who is removed later stays removed. NOT_FOUND when there is no such organization, FAILED_PRECONDITION with
 * reason MEMBER_LIMIT when it is full.
 */
export async function joinByInvitation(
  { clock, invalidateCredentials, invitations, maxMembers, organizations }: JoinByInvitationDeps,
  call: JoinCall,
  { invitation, userId }: { readonly invitation: Invitation; readonly userId: string },
): Promise<Membership> {
  const { organizationId, role } = invitation;
  const now = clock.now();
  const joining = { id: newId(), userId, organizationId, role, createdAt: now, updatedAt: now };
  const membership = await organizations.addMember(call, joining, maxMembers);
  if (membership === undefined) throw notFound('organization');
  if (membership === 'full') throw memberLimitReached(maxMembers);
  await invitations.markJoined(invitation.id, now);
  await invalidateCredentials({ userIds: [userId] });
  return membership;
}
