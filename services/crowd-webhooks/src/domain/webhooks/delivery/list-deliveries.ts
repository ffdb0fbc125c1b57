import type { CallContext } from '@assay/chassis/call-context';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../../deps.ts';
import { checkEvent } from '../webhook/check-input.ts';
import { findWebhook } from '../webhook/find-webhook.ts';
import type { WebhookPath } from '../webhook/webhook.ts';
import type { Delivery, DeliveryFilter } from './delivery.ts';

/** Lists the deliveries of a webhook, newest first. NOT_FOUND for an unknown webhook; INVALID_ARGUMENT for an event that it cannot receive. */
export async function listDeliveries(
  deps: Pick<Deps, 'webhooks' | 'projects' | 'jobs' | 'deliveryLog'>,
  call: CallContext,
  { path, query }: { readonly path: WebhookPath; readonly query: DeliveryFilter & Page },
): Promise<PageOf<Delivery>> {
  if (query.event !== undefined) checkEvent(path.owner, query.event, 'event');
  const { id } = await findWebhook(deps, call, path);
  return deps.deliveryLog.list(call.organizationId, id, query);
}
