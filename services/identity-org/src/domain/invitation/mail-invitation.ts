import type { Deps } from '../../deps.ts';
import { plainName } from '../user/plain-name.ts';
import { statusOf } from './invitation.ts';

/** Mails an invitation that is still open and was not mailed before. */
export async function mailInvitation(
  deps: Pick<Deps, 'clock' | 'invitationLinks' | 'invitations' | 'mailer' | 'organizations' | 'users'>,
  invitationId: string,
): Promise<void> {
  const { clock, invitations } = deps;
  const invitation = await invitations.find(invitationId);
  if (invitation === undefined || invitation.mailedAt !== undefined) return;
  if (statusOf(invitation, clock.now()) !== 'pending') return;
  const [organization, inviter] = await Promise.all([
    deps.organizations.find(invitation.organizationId),
    deps.users.find(invitation.invitedById),
  ]);
  if (organization === undefined) return;
  await deps.mailer.sendInvitation({
    invitation,
    organizationName: plainName(organization.name),
    inviter: inviter?.email === '' ? plainName(inviter.name) : inviter?.email,
    link: deps.invitationLinks.urlOf(invitation.id),
  });
  await invitations.markMailed(invitation.id, clock.now());
}
