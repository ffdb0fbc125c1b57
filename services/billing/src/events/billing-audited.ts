import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { newId } from '@assay/chassis/ids';
import { BillingAudited } from '@assay/proto/billing/v1/billing_events';
import type { AuditedCall, AuditedChange } from '../domain/account/pending-event.ts';

/** That somebody decided something about money. */
export function billingAudited(call: AuditedCall, change: AuditedChange): OutboxEntry {
  const { actor, organizationId } = call;
  const event = {
    id: newId(),
    organizationId,
    actorId: actor.kind === 'user' ? actor.userId : '',
    action: change.action,
    targetType: change.targetType,
    targetId: change.targetId,
    ip: call.clientAddress ?? '',
    createdAt: change.at,
  };
  return newEvent(BillingAudited, { event }, { organizationId, occurredAt: change.at, call });
}
