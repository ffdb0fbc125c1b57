import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { userActorOf } from '../user-actor.ts';
import { gone, isAnswered } from './invitation.ts';
import type { Answer, Invitation } from './invitation.ts';
import { findByLink } from './preview-invitation.ts';
import type { InvitationLink } from './preview-invitation.ts';

export type AnswerDeps = Pick<Deps, 'clock' | 'invitationLinks' | 'invitations' | 'users'>;

/**
 * Decides an open invitation, once. NOT_FOUND when the token is not the invitation's, PERMISSION_DENIED when the caller's
 * address is another, FAILED_PRECONDITION with reason INVITATION_GONE when it expired, was revoked or replaced,
 * ALREADY_EXISTS with reason INVITATION_ANSWERED when it was answered before.
 */
export async function answerInvitation(
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
  if (current === undefined || !isAnswered(current)) throw gone();
  throw new DomainError('ALREADY_EXISTS', 'INVITATION_ANSWERED', 'the invitation was answered before');
}
