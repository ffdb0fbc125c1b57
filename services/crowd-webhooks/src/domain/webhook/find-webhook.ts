import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Webhook, WebhookPath } from './webhook.ts';

/** Returns a webhook of the caller's organization. NOT_FOUND otherwise. */
export async function findWebhook(
  { webhooks }: Pick<Deps, 'webhooks'>,
  { organizationId }: Pick<CallContext, 'organizationId'>,
  path: WebhookPath,
): Promise<Webhook> {
  const webhook = await webhooks.find(organizationId, path);
  if (webhook === undefined) throw notFound('webhook');
  return webhook;
}
