import type { CallContext } from '@assay/chassis/call-context';
import type {
  DeclineInvitationRequest,
  DeclineInvitationResponse,
} from '@assay/proto/organizations/v1/invitations_service';
import type { Deps } from '../deps.ts';
import { answerInvitation } from '../domain/invitation/answer-invitation.ts';
import type { AnswerDeps } from '../domain/invitation/answer-invitation.ts';
import { toInvitationMessage } from './invitation-message.ts';

export async function declineInvitation(
  deps: AnswerDeps & Pick<Deps, 'organizations'>,
  call: CallContext,
  request: DeclineInvitationRequest,
): Promise<DeclineInvitationResponse> {
  const invitation = await answerInvitation(deps, call, { ...request, answer: 'declined' });
  return { invitation: await toInvitationMessage(deps, invitation) };
}
