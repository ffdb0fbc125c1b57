import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { defaultMembership } from '../membership/default-organization.ts';
import { refuseFull } from '../membership/member-limit.ts';
import type { OwnMembership } from '../membership/membership.ts';
import { userActorOf } from '../user-actor.ts';
import { withDetails } from './invitation-details.ts';
import type { InvitationDetails } from './invitation-details.ts';
import { invitationGone, isAnswered, statusOf } from './invitation.ts';
import type { Answer, Invitation } from './invitation.ts';
import { joinByInvitation } from './join-by-invitation.ts';
import type { JoinByInvitationDeps } from './join-by-invitation.ts';
import { findByLink } from './preview-invitation.ts';
import type { InvitationLink } from './preview-invitation.ts';

type AnswerDeps = Pick<Deps, 'clock' | 'invitationLinks' | 'invitations' | 'users'>;

/**
 * Makes the caller a member of the organization the open invitation is into. NOT_FOUND when the token is not the
 * invitation's, PERMISSION_DENIED when the caller's address is another, FAILED_PRECONDITION with reason INVITATION_GONE
 * when it expired, was revoked or replaced, ALREADY_EXISTS with reason INVITATION_ANSWERED when it was answered before,
 * FAILED_PRECONDITION with reason MEMBER_LIMIT, and the invitation stays open, when the organization is full.
 */
export async function acceptInvitation(
  deps: AnswerDeps & JoinByInvitationDeps & Pick<Deps, 'organizations'>,
  call: CallContext,
  link: InvitationLink,
): Promise<OwnMembership> {
  const { userId } = userActorOf(call);
  const found = await findOwn(deps, call, link);
  if (statusOf(found, deps.clock.now()) === 'pending') await refuseFull(deps, found.organizationId);
  const invitation = await answerInvitation(deps, call, { invitation: found, answer: 'accepted' });
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
  const invitation = await findOwn(deps, call, link);
  return await withDetails(deps, await answerInvitation(deps, call, { invitation, answer: 'declined' }));
}

/** The invitation behind a link, which is to the caller's address. */
async function findOwn(deps: AnswerDeps, call: CallContext, link: InvitationLink): Promise<Invitation> {
  const { userId } = userActorOf(call);
  const invitation = await findByLink(deps, link);
  if ((await deps.users.find(userId))?.email === invitation.email) return invitation;
  throw new DomainError(
    'PERMISSION_DENIED',
    'FORBIDDEN',
    'The invitation is for another e-mail address. Sign in with that address.',
  );
}

interface Answering {
  readonly invitation: Invitation;
  readonly answer: Answer;
}

/** Decides an open invitation, once. */
async function answerInvitation(
  { clock, invitations }: AnswerDeps,
  call: CallContext,
  { invitation, answer }: Answering,
): Promise<Invitation> {
  const { userId } = userActorOf(call);
  const answered = await invitations.answer(call, { invitation, answer, userId, at: clock.now() });
  if (answered !== undefined) return answered;
  const current = await invitations.find(invitation.id);
  if (current === undefined || !isAnswered(current)) throw invitationGone();
  throw new DomainError('ALREADY_EXISTS', 'INVITATION_ANSWERED', 'The invitation was already answered.');
}
