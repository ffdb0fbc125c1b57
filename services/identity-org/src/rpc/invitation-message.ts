import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { InvitationStatus } from '@assay/proto/organizations/v1/invitation';
import type {
  Invitation as InvitationMessage,
  InvitationPreview as InvitationPreviewMessage,
} from '@assay/proto/organizations/v1/invitation';
import type { InviteResponse } from '@assay/proto/organizations/v1/invitations_service';
import type { InvitationDetails } from '../domain/invitation/invitation-details.ts';
import type { InvitationPreview } from '../domain/invitation/preview-invitation.ts';

const statuses = createEnumCodec(InvitationStatus);

export function toInvitationMessage({
  invitation,
  organizationName,
  status,
}: InvitationDetails): InvitationMessage {
  const { id, organizationId, email, role, expiresAt, invitedById, createdAt, updatedAt } = invitation;
  // No reader finds an invitation that was revoked or replaced.
  const isHidden = status === 'revoked' || status === 'replaced';
  return {
    id,
    organizationId,
    organizationName,
    email,
    role,
    status: isHidden ? InvitationStatus.UNSPECIFIED : statuses.toMessage(status),
    expiresAt,
    invitedById,
    createdAt,
    updatedAt,
  };
}

export function toInviteResponse(details: InvitationDetails): InviteResponse {
  return { invitation: toInvitationMessage(details), replaced: details.invitation.hasReplaced };
}

export function toInvitationPreviewMessage(preview: InvitationPreview): InvitationPreviewMessage {
  const { organizationName, email, role, status, expiresAt } = toInvitationMessage(preview);
  return { organizationName, email, role, status, expiresAt, invitedByEmail: preview.invitedByEmail };
}
