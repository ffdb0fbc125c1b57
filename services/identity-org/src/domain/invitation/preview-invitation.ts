import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { withDetails } from './invitation-details.ts';
import type { InvitationDetails } from './invitation-details.ts';
import { invitationGone, isAnswered } from './invitation.ts';
import type { Invitation } from './invitation.ts';

export interface InvitationLink {
  readonly invitationId: string;
  readonly token: string;
}

export interface InvitationPreview extends InvitationDetails {
  /** The address of the user who invited; undefined: unknown. */
  readonly invitedByEmail: string | undefined;
}

/** The invitation a mailed link leads to. NOT_FOUND for a wrong token, FAILED_PRECONDITION with INVITATION_GONE. */
export async function previewInvitation(
  deps: Pick<Deps, 'clock' | 'invitationLinks' | 'invitations' | 'organizations' | 'users'>,
  link: InvitationLink,
): Promise<InvitationPreview> {
  const invitation = await findByLink(deps, link);
  const details = await withDetails(deps, invitation);
  if (details.status !== 'pending' && !isAnswered(invitation)) throw invitationGone();
  const inviter = await deps.users.find(invitation.invitedById);
  return { ...details, invitedByEmail: inviter?.email === '' ? undefined : inviter?.email };
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
