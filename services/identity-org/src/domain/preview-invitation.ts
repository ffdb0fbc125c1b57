import type { Deps } from '../deps.ts';
import { gone, isAnswered, standingOf } from './invitation.ts';
import type { Invitation } from './invitation.ts';
import { findByLink } from './find-by-link.ts';
import type { InvitationLink } from './find-by-link.ts';

/** What a mailed link leads to. NOT_FOUND for a wrong token, FAILED_PRECONDITION with reason INVITATION_GONE. */
export async function previewInvitation(
  deps: Pick<Deps, 'clock' | 'invitationLinks' | 'invitations'>,
  link: InvitationLink,
): Promise<Invitation> {
  const invitation = await findByLink(deps, link);
  const isOpen = standingOf(invitation, deps.clock.now()) === 'pending';
  if (!isOpen && !isAnswered(invitation)) throw gone();
  return invitation;
}
