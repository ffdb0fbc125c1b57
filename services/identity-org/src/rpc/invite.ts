import type { CallContext } from '@assay/chassis/call-context';
import type { InviteRequest, InviteResponse } from '@assay/proto/organizations/v1/invitations_service';
import type { Deps } from '../deps.ts';
import { invite as inviteAddress } from '../domain/invitation/invite.ts';
import { toInvitationMessage } from './invitation-message.ts';

export async function invite(
  deps: Pick<Deps, 'clock' | 'invitations' | 'memberships' | 'organizations' | 'users'>,
  call: CallContext,
  request: InviteRequest,
): Promise<InviteResponse> {
  const invitation = await inviteAddress(deps, call, request);
  return { invitation: await toInvitationMessage(deps, invitation), replaced: invitation.hasReplaced };
}
