import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { IdentityAudited } from '@assay/proto/identity/v1/identity_events';
import { auditEvent } from './audit-event.ts';
import type { AuditedCall, AuditedChange } from './audit-event.ts';

/** That a user, a key or a session changed. */
export function identityAudited(call: AuditedCall, change: AuditedChange): OutboxEntry {
  const event = auditEvent(call, change);
  const context = { organizationId: event.organizationId, occurredAt: change.at, call };
  return newEvent(IdentityAudited, { event }, context);
}
