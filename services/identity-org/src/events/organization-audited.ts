import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { OrganizationAudited } from '@assay/proto/organizations/v1/organization_events';
import { auditEvent } from './audit-event.ts';
import type { AuditedCall, AuditedChange } from './audit-event.ts';

/** That an organization, a member or an invitation changed. */
export function organizationAudited(call: AuditedCall, change: AuditedChange): OutboxEntry {
  const event = auditEvent(call, change);
  const context = { organizationId: event.organizationId, occurredAt: change.at, call };
  return newEvent(OrganizationAudited, { event }, context);
}
