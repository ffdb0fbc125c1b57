import type { CallContext } from '@assay/chassis/call-context';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../deps.ts';
import { findWebhook } from '../webhook/find-webhook.ts';
import type { WebhookPath } from '../webhook/webhook.ts';
import type { Delivery, DeliveryFilter } from './delivery.ts';

/** Lists the deliveries of a webhook, newest first. NOT_FOUND for an unknown webhook. */
export async function listDeliveries(
  deps: Pick<Deps, 'webhooks' | 'projects' | 'jobs' | 'deliveryLog'>,
  call: CallContext,
  { path, query }: { readonly path: WebhookPath; readonly query: DeliveryFilter & Page },
): Promise<PageOf<Delivery>> {
  const { id } = await findWebhook(deps, call, path);
  return deps.deliveryLog.list(call.organizationId, id, query);
}
