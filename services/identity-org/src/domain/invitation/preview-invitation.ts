import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { gone, isAnswered, statusOf } from './invitation.ts';
import type { Invitation } from './invitation.ts';

/** What a mailed link leads to. NOT_FOUND for a wrong token, FAILED_PRECONDITION with reason INVITATION_GONE. */
export async function previewInvitation(
  deps: Pick<Deps, 'clock' | 'invitationLinks' | 'invitations'>,
  link: InvitationLink,
): Promise<Invitation> {
  const invitation = await findByLink(deps, link);
  const isOpen = statusOf(invitation, deps.clock.now()) === 'pending';
  if (!isOpen && !isAnswered(invitation)) throw gone();
  return invitation;
}

export interface InvitationLink {
  readonly invitationId: string;
  readonly token: string;
}

/** NOT_FOUND when the token is not the invitation's. */
export async function findByLink(
  { invitationLinks, invitations }: Pick<Deps, 'invitationLinks' | 'invitations'>,
  { invitationId, token }: InvitationLink,
): Promise<Invitation> {
  const isHolder = invitationLinks.isTokenOf(invitationId, token);
  const invitation = isHolder ? await invitations.find(invitationId) : undefined;
  if (invitation === undefined) throw notFound('invitation');
  return invitation;
}
