import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, notFound } from '@assay/chassis/errors';
import { newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../../deps.ts';
import { findWebhook } from '../webhook/find-webhook.ts';
import type { Webhook, WebhookPath } from '../webhook/webhook.ts';
import type { Delivery } from './delivery.ts';
import { newDelivery } from './new-delivery.ts';

interface Redelivery {
  readonly path: WebhookPath;
  readonly deliveryId: string;
}

/**
 * Sends an event once more as a new delivery, and ends the old one. NOT_FOUND for an unknown delivery; FAILED_PRECONDITION with reason
 * DELIVERY_PENDING or WEBHOOK_DISABLED.
 */
export async function redeliver(
  deps: Pick<Deps, 'webhooks' | 'projects' | 'jobs' | 'deliveryQueue' | 'deliveryLog' | 'clock'>,
  call: CallContext,
  { path, deliveryId }: Redelivery,
): Promise<Delivery> {
  const webhook = await findWebhook(deps, call, path);
  const old = await deps.deliveryLog.find(call.organizationId, webhook.id, deliveryId);
  if (old === undefined) throw notFound('delivery');
  checkActive(webhook);
  if (!(await deps.deliveryLog.supersede(old))) throw isPending();
  const event = { id: old.eventId, name: old.event, body: old.body };
  const facts = { earlier: 0, createdAt: deps.clock.now() };
  const delivery = { ...newDelivery(webhook, event, facts), id: newIdFor(call) };
  await deps.deliveryQueue.insert([delivery]);
  const stored = await deps.deliveryLog.find(call.organizationId, webhook.id, delivery.id);
  if (stored === undefined) throw notFound('delivery');
  return stored;
}

/** FAILED_PRECONDITION with reason WEBHOOK_DISABLED. */
export function checkActive({ status }: Webhook): void {
  if (status === 'active') return;
  throw new DomainError(
    'FAILED_PRECONDITION',
    'WEBHOOK_DISABLED',
    'The webhook is disabled. Set its `status` to `active` first.',
    { details: { status, allowed: ['active'] } },
  );
}

function isPending(): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'DELIVERY_PENDING',
    'The first attempt of the delivery has not ended. Wait until it has.',
    { details: { status: 'pending', allowed: ['succeeded', 'failed', 'exhausted'] } },
  );
}
