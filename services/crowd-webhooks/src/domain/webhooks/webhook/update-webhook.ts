import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../../deps.ts';
import { checkEventTypes, normalizeUrl } from './check-input.ts';
import { findWebhook } from './find-webhook.ts';
import type { Webhook, WebhookChanges, WebhookPath, WebhookUpdate } from './webhook.ts';

/** The reason of deliveries that a person stopped. */
const disabledByPerson = 'The webhook was disabled before the delivery was attempted.';

/**
 * Changes a webhook. Disabling it gives up its deliveries; activating it starts the count of exhausted ones again. NOT_FOUND and
 * INVALID_ARGUMENT as in createWebhook.
 */
export async function updateWebhook(
  deps: Pick<Deps, 'webhooks' | 'projects' | 'jobs' | 'deliveryLog' | 'addresses' | 'clock'>,
  call: CallContext,
  { path, changes }: { readonly path: WebhookPath; readonly changes: WebhookChanges },
): Promise<Webhook> {
  await findWebhook(deps, call, path);
  const { eventTypes } = changes;
  const names = eventTypes && checkEventTypes(path.owner, eventTypes);
  const url = changes.url === undefined ? undefined : await normalizeUrl(deps, changes.url);
  const updated = await write(deps, call, {
    path,
    changes: { ...changes, ...(names && { eventTypes: names }), ...(url !== undefined && { url }) },
  });
  if (url !== undefined) await deps.deliveryLog.moveTo(updated, new URL(updated.url).origin);
  if (updated.status === 'disabled') await deps.deliveryLog.giveUp(updated, disabledByPerson);
  return updated;
}

/** Writes the changes, which depend on the status: again when the platform disables the webhook at the same time. */
async function write(
  deps: Pick<Deps, 'webhooks' | 'clock'>,
  call: CallContext,
  { path, changes }: { readonly path: WebhookPath; readonly changes: WebhookChanges },
): Promise<Webhook> {
  for (;;) {
    const webhook = await deps.webhooks.find(call.organizationId, path);
    if (webhook === undefined) throw notFound('webhook');
    const now = deps.clock.now();
    const change = { ...changes, ...changeStatus(webhook, changes.status, now), updatedAt: now };
    const updated = await deps.webhooks.update(webhook, change, call);
    if (updated !== undefined) return updated;
  }
}

function changeStatus(
  webhook: Webhook,
  status: WebhookChanges['status'],
  now: Date,
): Pick<WebhookUpdate, 'disabledReason' | 'countsFrom'> {
  if (status === undefined || status === webhook.status) return {};
  return status === 'active' ? { disabledReason: undefined, countsFrom: now } : { disabledReason: 'manual' };
}
