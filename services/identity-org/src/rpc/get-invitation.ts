import type { CallContext } from '@assay/chassis/call-context';
import type {
  GetInvitationRequest,
  GetInvitationResponse,
} from '@assay/proto/organizations/v1/invitations_service';
import type { Deps } from '../deps.ts';
import { getInvitation as get } from '../domain/invitation/get-invitation.ts';
import { toInvitationMessage } from './invitation-message.ts';

export async function getInvitation(
  deps: Pick<Deps, 'clock' | 'invitations' | 'organizations' | 'users'>,
  call: CallContext,
  { invitationId }: GetInvitationRequest,
): Promise<GetInvitationResponse> {
  return { invitation: await toInvitationMessage(deps, await get(deps, call, invitationId)) };
}
