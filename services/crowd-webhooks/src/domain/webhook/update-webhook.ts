import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import { checkEventTypes, checkUrl } from './check-input.ts';
import { findWebhook } from './find-webhook.ts';
import type { Webhook, WebhookChanges, WebhookPath, WebhookUpdate } from './webhook.ts';

/** The reason of deliveries that a person stopped. */
const disabledByPerson = 'The webhook was disabled before the delivery was attempted.';

/**
 * Changes a webhook. Disabling it gives up its deliveries; activating it starts the count of exhausted ones again. NOT_FOUND and
 * INVALID_ARGUMENT as in createWebhook.
 */
export async function updateWebhook(
  deps: Pick<Deps, 'webhooks' | 'deliveryLog' | 'addresses' | 'clock'>,
  call: CallContext,
  { path, changes }: { readonly path: WebhookPath; readonly changes: WebhookChanges },
): Promise<Webhook> {
  const webhook = await findWebhook(deps, call, path);
  const { url, eventTypes, status } = changes;
  const names = eventTypes && checkEventTypes(path.owner, eventTypes);
  if (url !== undefined) await checkUrl(deps, url);
  const now = deps.clock.now();
  const change = {
    ...changes,
    ...(names && { eventTypes: names }),
    ...changeStatus(webhook, status, now),
    updatedAt: now,
  };
  const updated = await deps.webhooks.update(webhook, change, call);
  if (updated === undefined) throw notFound('webhook');
  if (updated.status === 'disabled') await deps.deliveryLog.giveUp(updated, disabledByPerson);
  return updated;
}

function changeStatus(
  webhook: Webhook,
  status: WebhookChanges['status'],
  now: Date,
): Pick<WebhookUpdate, 'disabledReason' | 'countsFrom'> {
  if (status === undefined || status === webhook.status) return {};
  return status === 'active' ? { disabledReason: undefined, countsFrom: now } : { disabledReason: 'manual' };
}
