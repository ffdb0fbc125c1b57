import type { AuditedCall } from '@assay/chassis/audit';
import { actionAudited } from '@assay/chassis/events/audit';
import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import {
  InvitationAccepted,
  InvitationMailRequested,
  NotificationMailRequested,
  OrganizationCreated,
} from '@assay/proto/organizations/v1/organization_events';
import type { Invitation } from '../domain/invitation/invitation.ts';
import type { Notification } from '../domain/notification/notification.ts';
import type { Organization } from '../domain/organization/organization.ts';

export function organizationCreated(call: AuditedCall, { id, name, createdAt }: Organization): OutboxEntry {
  const context = { organizationId: id, occurredAt: createdAt, call };
  return newEvent(OrganizationCreated, { organizationId: id, name }, context);
}

export function notificationMailRequested(
  call: AuditedCall,
  {
    id: notificationId,
    organizationId,
    createdAt: occurredAt,
  }: Pick<Notification, 'id' | 'organizationId' | 'createdAt'>,
): OutboxEntry {
  const context = { organizationId, occurredAt, call };
  return newEvent(NotificationMailRequested, { notificationId, organizationId }, context);
}

export interface InvitationChange extends Pick<Invitation, 'id' | 'organizationId'> {
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

/** The audit event of a change of an invitation. */
export function invitationAudited(
  call: AuditedCall,
  verb: 'create' | 'replace' | 'revoke' | 'accept' | 'decline',
  { id: targetId, organizationId, at }: InvitationChange,
): OutboxEntry {
  const change = { action: `invitation.${verb}`, targetType: 'invitation', targetId, organizationId, at };
  return actionAudited(call, change);
}
