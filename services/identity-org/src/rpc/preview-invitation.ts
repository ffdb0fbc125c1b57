import type { CallContext } from '@assay/chassis/call-context';
import { optionalText } from '@assay/chassis/grpc/optional-text';
import type {
  PreviewInvitationRequest,
  PreviewInvitationResponse,
} from '@assay/proto/organizations/v1/invitations_service';
import type { Deps } from '../deps.ts';
import { previewInvitation as preview } from '../domain/invitation/preview-invitation.ts';
import { toInvitationMessage } from './invitation-message.ts';

export async function previewInvitation(
  deps: Pick<Deps, 'clock' | 'invitationLinks' | 'invitations' | 'organizations' | 'users'>,
  _call: CallContext,
  request: PreviewInvitationRequest,
): Promise<PreviewInvitationResponse> {
  const invitation = await preview(deps, request);
  const inviter = await deps.users.find(invitation.invitedById);
  const invitedByEmail = optionalText(inviter?.email ?? '');
  const { organizationName, email, role, status, expiresAt } = await toInvitationMessage(deps, invitation);
  return { preview: { organizationName, email, role, status, expiresAt, invitedByEmail } };
}
