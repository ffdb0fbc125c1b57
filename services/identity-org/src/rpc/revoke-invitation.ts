import type { CallContext } from '@assay/chassis/call-context';
import type {
  RevokeInvitationRequest,
  RevokeInvitationResponse,
} from '@assay/proto/organizations/v1/invitations_service';
import type { Deps } from '../deps.ts';
import { revokeInvitation as revoke } from '../domain/invitation/revoke-invitation.ts';
import { toInvitationMessage } from './invitation-message.ts';

export async function revokeInvitation(
  deps: Pick<Deps, 'clock' | 'invitations' | 'organizations'>,
  call: CallContext,
  { invitationId }: RevokeInvitationRequest,
): Promise<RevokeInvitationResponse> {
  return { invitation: await toInvitationMessage(deps, await revoke(deps, call, invitationId)) };
}
