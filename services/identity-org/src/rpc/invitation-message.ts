import { InvitationStatus } from '@assay/proto/organizations/v1/invitation';
import type {
  Invitation as InvitationMessage,
  InvitationPreview as InvitationPreviewMessage,
} from '@assay/proto/organizations/v1/invitation';
import type { InviteResponse } from '@assay/proto/organizations/v1/invitations_service';
import type { InvitationDetails } from '../domain/invitation/invitation-details.ts';
import type { InvitationPreview } from '../domain/invitation/preview-invitation.ts';

const statuses = {
  pending: InvitationStatus.PENDING,
  accepted: InvitationStatus.ACCEPTED,
  declined: InvitationStatus.DECLINED,
  expired: InvitationStatus.EXPIRED,
  // No reader finds an invitation in these states.
  revoked: InvitationStatus.UNSPECIFIED,
  replaced: InvitationStatus.UNSPECIFIED,
} as const satisfies Record<InvitationDetails['status'], InvitationStatus>;

export function toInvitationMessage({
  invitation,
  organizationName,
  status,
}: InvitationDetails): InvitationMessage {
  const { id, organizationId, email, role, expiresAt, invitedById, createdAt, updatedAt } = invitation;
  return {
    id,
    organizationId,
    organizationName,
    email,
    role,
    status: statuses[status],
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
