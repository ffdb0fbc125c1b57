import { newId } from '@assay/chassis/ids';
import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { ActionAudited } from '@assay/proto/audit/v1/audit_events';
import { WebhookDisabled } from '@assay/proto/webhooks/v1/webhook_events';
import type { DisabledReason, Webhook } from '../domain/webhooks/webhook/webhook.ts';

/** Builds the events of a webhook that the platform disabled: the mail, and the audit event without an actor (C68). */
export function webhookDisabled(
  { id: webhookId, organizationId }: Webhook,
  reason: DisabledReason,
  now: Date,
): readonly OutboxEntry[] {
  const context = { organizationId, occurredAt: now };
  const audited = {
    id: newId(),
    organizationId,
    action: 'webhook.disable',
    targetType: 'webhook',
    targetId: webhookId,
    createdAt: now,
  };
  return [
    newEvent(WebhookDisabled, { webhookId, organizationId, reason }, context),
    newEvent(ActionAudited, { event: audited }, context),
  ];
}
