import type { AuditedCall } from '@assay/chassis/audit';
import { actionAudited } from '@assay/chassis/events/audit';
import { newEvent } from '@assay/chassis/events/event';
import type { EventContext, OutboxEntry } from '@assay/chassis/events/event';
import {
  InvitationAccepted,
  InvitationMailRequested,
  OrganizationCreated,
} from '@assay/proto/organizations/v1/organization_events';
import type { Invitation } from '../domain/invitation/invitation.ts';
import type { Organization } from '../domain/organization/organization.ts';

export function organizationCreated(
  { id, name, createdAt }: Organization,
  call: EventContext['call'],
): OutboxEntry {
  const context = { organizationId: id, occurredAt: createdAt, call };
  return newEvent(OrganizationCreated, { organizationId: id, name }, context);
}

type Invited = Pick<Invitation, 'id' | 'organizationId'>;

export interface InvitationChange extends Invited {
  readonly at: Date;
}

export function invitationMailRequested(
  call: AuditedCall,
  { id: invitationId, organizationId, at: occurredAt }: InvitationChange,
): OutboxEntry {
  const context = { organizationId, occurredAt, call };
  return newEvent(InvitationMailRequested, { invitationId, organizationId }, context);
}

export function invitationAccepted(
  call: AuditedCall,
  { id: invitationId, organizationId, at: occurredAt, userId }: InvitationChange & { userId: string },
): OutboxEntry {
  const context = { organizationId, occurredAt, call };
  return newEvent(InvitationAccepted, { invitationId, organizationId, userId }, context);
}

/** That something was done to an invitation. */
export function invitationAudited(
  call: AuditedCall,
  verb: 'create' | 'replace' | 'revoke' | 'accept' | 'decline',
  { id: targetId, organizationId, at }: InvitationChange,
): OutboxEntry {
  const change = { action: `invitation.${verb}`, targetType: 'invitation', targetId, organizationId, at };
  return actionAudited(call, change);
}
