import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { withDetails } from './invitation-details.ts';
import type { InvitationDetails } from './invitation-details.ts';
import { isAnswered, isReadable } from './invitation.ts';

/**
 * Withdraws an open invitation of the call's organization and returns it as it was. NOT_FOUND for an unknown or foreign
 * one, FAILED_PRECONDITION with reason INVITATION_ANSWERED or INVITATION_EXPIRED.
 */
export async function revokeInvitation(
  deps: Pick<Deps, 'clock' | 'invitations' | 'organizations'>,
  call: CallContext,
  invitationId: string,
): Promise<InvitationDetails> {
  const { clock, invitations } = deps;
  const isRevoked = (await invitations.revoke(call, invitationId, clock.now())) !== undefined;
  const invitation = await invitations.find(invitationId);
  if (invitation?.organizationId !== call.organizationId) throw notFound('invitation');
  if (isRevoked) return await withDetails(deps, { ...invitation, decision: 'pending' });
  if (!isReadable(invitation)) throw notFound('invitation');
  if (isAnswered(invitation)) {
    throw new DomainError(
      'FAILED_PRECONDITION',
      'INVITATION_ANSWERED',
      'The invitation was already answered.',
    );
  }
  throw new DomainError(
    'FAILED_PRECONDITION',
    'INVITATION_EXPIRED',
    'The invitation has expired. Ask an admin for a new one.',
  );
}
