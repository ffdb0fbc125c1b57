import { InvitationStatus } from '@assay/proto/organizations/v1/invitation';
import type { Invitation as InvitationMessage } from '@assay/proto/organizations/v1/invitation';
import type { Deps } from '../deps.ts';
import { statusOf } from '../domain/invitation/invitation.ts';
import type { Invitation } from '../domain/invitation/invitation.ts';

const statuses = {
  pending: InvitationStatus.PENDING,
  accepted: InvitationStatus.ACCEPTED,
  declined: InvitationStatus.DECLINED,
  expired: InvitationStatus.EXPIRED,
  // Nobody is shown these.
  revoked: InvitationStatus.UNSPECIFIED,
  replaced: InvitationStatus.UNSPECIFIED,
} as const satisfies Record<ReturnType<typeof statusOf>, InvitationStatus>;

type MessageDeps = Pick<Deps, 'clock' | 'organizations'>;

export async function toInvitationMessage(
  deps: MessageDeps,
  invitation: Invitation,
): Promise<InvitationMessage> {
  const organization = await deps.organizations.find(invitation.organizationId);
  return messageOf(invitation, organization?.name ?? '', deps.clock.now());
}

/** All of the same organization. */
export async function toInvitationMessages(
  deps: MessageDeps,
  organizationId: string,
  invitations: readonly Invitation[],
): Promise<InvitationMessage[]> {
  const organization = await deps.organizations.find(organizationId);
  const now = deps.clock.now();
  return invitations.map((invitation) => messageOf(invitation, organization?.name ?? '', now));
}

function messageOf(invitation: Invitation, organizationName: string, now: Date): InvitationMessage {
  const { id, organizationId, email, role, expiresAt, invitedById, createdAt, updatedAt } = invitation;
  return {
    id,
    organizationId,
    organizationName,
    email,
    role,
    status: statuses[statusOf(invitation, now)],
    expiresAt,
    invitedById,
    createdAt,
    updatedAt,
  };
}
