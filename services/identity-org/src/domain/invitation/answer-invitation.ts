import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { defaultMembership } from '../membership/default-organization.ts';
import type { OwnMembership } from '../membership/membership.ts';
import { userActorOf } from '../user-actor.ts';
import { withDetails } from './invitation-details.ts';
import type { InvitationDetails } from './invitation-details.ts';
import { invitationGone, isAnswered } from './invitation.ts';
import type { Answer, Invitation } from './invitation.ts';
import { joinByInvitation } from './join-by-invitation.ts';
import type { JoinByInvitationDeps } from './join-by-invitation.ts';
import { findByLink } from './preview-invitation.ts';
import type { InvitationLink } from './preview-invitation.ts';

type AnswerDeps = Pick<Deps, 'clock' | 'invitationLinks' | 'invitations' | 'users'>;

/**
 * Makes the caller a member of the organization the open invitation is into. NOT_FOUND when the token is not the
 * invitation's, PERMISSION_DENIED when the caller's address is another, FAILED_PRECONDITION with reason INVITATION_GONE
 * when it expired, was revoked or replaced, ALREADY_EXISTS with reason INVITATION_ANSWERED when it was answered before.
 */
export async function acceptInvitation(
  deps: AnswerDeps & JoinByInvitationDeps,
  call: CallContext,
  link: InvitationLink,
): Promise<OwnMembership> {
  const { userId } = userActorOf(call);
  const invitation = await answerInvitation(deps, call, { ...link, answer: 'accepted' });
  const membership = await joinByInvitation(deps, call, { invitation, userId });
  const preferred = await defaultMembership(deps, userId);
  return { membership, isDefault: preferred?.organizationId === membership.organizationId };
}

/** Refuses an open invitation. Errors as in acceptInvitation. */
export async function declineInvitation(
  deps: AnswerDeps & Pick<Deps, 'organizations'>,
  call: CallContext,
  link: InvitationLink,
): Promise<InvitationDetails> {
  return await withDetails(deps, await answerInvitation(deps, call, { ...link, answer: 'declined' }));
}

/** Decides an open invitation, once. */
async function answerInvitation(
  deps: AnswerDeps,
  call: CallContext,
  { answer, ...link }: InvitationLink & { readonly answer: Answer },
): Promise<Invitation> {
  const { invitations } = deps;
  const { userId } = userActorOf(call);
  const invitation = await findByLink(deps, link);
  if ((await deps.users.find(userId))?.email !== invitation.email) {
    throw new DomainError('PERMISSION_DENIED', 'FORBIDDEN', 'the invitation is to another address');
  }
  const answered = await invitations.answer(call, { invitation, answer, userId, at: deps.clock.now() });
  if (answered !== undefined) return answered;
  const current = await invitations.find(invitation.id);
  if (current === undefined || !isAnswered(current)) throw invitationGone();
  throw new DomainError('ALREADY_EXISTS', 'INVITATION_ANSWERED', 'the invitation was answered before');
}
