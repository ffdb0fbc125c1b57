import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import { hours } from '@assay/chassis/units';
import type { Deps } from '../../../deps.ts';
import { checkOwner } from './find-webhook.ts';
import type { WebhookPath } from './webhook.ts';

/** Deletes a webhook with its deliveries. NOT_FOUND for an unknown one. */
export async function deleteWebhook(
  {
    webhooks,
    deliveryLog,
    clock,
    ...deps
  }: Pick<Deps, 'webhooks' | 'projects' | 'jobs' | 'deliveryLog' | 'clock'>,
  call: CallContext,
  path: WebhookPath,
): Promise<void> {
  const { organizationId } = call;
  await checkOwner(deps, call, path.owner);
  if (!(await webhooks.remove(organizationId, path, { now: clock.now(), call }))) throw notFound('webhook');
  await deliveryLog.removeWebhook({ id: path.webhookId, organizationId });
}

/** How long a deleted webhook is kept: an event that was received during its deletion may still create a delivery. */
const keptMs = hours(1);
const batchSize = 100;

/** Removes what is left of deleted webhooks. */
export async function forgetDeleted({
  webhooks,
  deliveryLog,
  clock,
}: Pick<Deps, 'webhooks' | 'deliveryLog' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs);
  for (const webhook of await webhooks.listDeleted(before, batchSize)) {
    await deliveryLog.removeWebhook(webhook);
    await webhooks.forget(webhook);
  }
}
