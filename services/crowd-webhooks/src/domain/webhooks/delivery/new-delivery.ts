import { newIdFor } from '@assay/chassis/ids';
import type { WebhookEvent } from '../event/event.ts';
import type { Webhook } from '../webhook/webhook.ts';
import type { NewDelivery } from './delivery.ts';

/**
 * Builds the delivery of an event to a webhook. Its id follows from webhook, event and the number of earlier deliveries of both, so that
 * a repeated insert changes nothing.
 */
export function newDelivery(
  { id: webhookId, organizationId, owner, url }: Webhook,
  { id: eventId, name: event, body }: Pick<WebhookEvent, 'id' | 'name' | 'body'>,
  { earlier, createdAt }: { readonly earlier: number; readonly createdAt: Date },
): NewDelivery {
  const id = newIdFor({ operation: `${webhookId} ${eventId}` }, earlier.toString());
  const facts = { id, organizationId, webhookId, owner, eventId, event, body, createdAt };
  return { ...facts, origin: new URL(url).origin, isTest: false };
}
