import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { isAnswered, isReadable } from './invitation.ts';
import type { Invitation } from './invitation.ts';

/**
 * Withdraws an open invitation of the call's organization and answers with what it was. NOT_FOUND for an unknown or foreign
 * one, FAILED_PRECONDITION with reason INVITATION_ANSWERED or INVITATION_EXPIRED.
 */
export async function revokeInvitation(
  { clock, invitations }: Pick<Deps, 'clock' | 'invitations'>,
  call: CallContext,
  invitationId: string,
): Promise<Invitation> {
  const isRevoked = (await invitations.revoke(call, invitationId, clock.now())) !== undefined;
  const invitation = await invitations.find(invitationId);
  if (invitation?.organizationId !== call.organizationId) throw notFound('invitation');
  if (isRevoked) return { ...invitation, decision: 'pending' };
  if (!isReadable(invitation)) throw notFound('invitation');
  if (isAnswered(invitation)) {
    throw new DomainError('FAILED_PRECONDITION', 'INVITATION_ANSWERED', 'the invitation was answered');
  }
  throw new DomainError('FAILED_PRECONDITION', 'INVITATION_EXPIRED', 'the invitation has expired');
}
