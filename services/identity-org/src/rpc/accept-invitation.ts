import { userIdOf } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import type {
  AcceptInvitationRequest,
  AcceptInvitationResponse,
} from '@assay/proto/organizations/v1/invitations_service';
import type { Deps } from '../deps.ts';
import { answerInvitation } from '../domain/invitation/answer-invitation.ts';
import type { AnswerDeps } from '../domain/invitation/answer-invitation.ts';
import { defaultMembership } from '../domain/membership/default-organization.ts';
import { joinByInvitation } from '../domain/invitation/join-by-invitation.ts';
import type { JoinDeps } from '../domain/invitation/join-by-invitation.ts';
import { toMembershipMessage } from './membership-message.ts';

export async function acceptInvitation(
  deps: AnswerDeps & JoinDeps & Pick<Deps, 'memberships' | 'users'>,
  call: CallContext,
  request: AcceptInvitationRequest,
): Promise<AcceptInvitationResponse> {
  const userId = userIdOf(call);
  const invitation = await answerInvitation(deps, call, { ...request, answer: 'accepted' });
  const membership = await joinByInvitation(deps, call, { invitation, userId });
  const { organizationId } = (await defaultMembership(deps, userId)) ?? {};
  return { membership: toMembershipMessage(membership, organizationId === membership.organizationId) };
}
