import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../deps.ts';
import type { Invitation } from './invitation.ts';

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
