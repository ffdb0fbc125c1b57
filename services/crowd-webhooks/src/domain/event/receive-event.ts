import type { Deps } from '../../deps.ts';
import { newDelivery } from '../delivery/new-delivery.ts';
import type { Webhook } from '../webhook/webhook.ts';
import type { WebhookEvent } from './event.ts';

/**
 * Stores an event and its deliveries. The webhooks that receive it are decided once, with the event: a repeated event completes what an
 * interrupted call left, and changes nothing else. An event that no webhook of its owner can receive is not stored.
 */
export async function receiveEvent(
  deps: Pick<Deps, 'webhooks' | 'events' | 'deliveryQueue' | 'clock' | 'dispatcher'>,
  event: WebhookEvent,
): Promise<void> {
  const { organizationId, owner, name } = event;
  const candidates = await (owner === undefined
    ? deps.webhooks.listOfProjects(organizationId)
    : deps.webhooks.list(organizationId, owner));
  if (candidates.length === 0) return;
  const webhookIds = candidates.filter((webhook) => receives(webhook, name)).map(({ id }) => id);
  const stored = await deps.events.insert({ ...event, webhookIds });
  const createdAt = deps.clock.now();
  const deliveries = candidates
    .filter(({ id }) => stored.webhookIds.includes(id))
    .map((webhook) => newDelivery(webhook, stored, { earlier: 0, createdAt }));
  if (deliveries.length === 0) return;
  await deps.deliveryQueue.insert(deliveries);
  deps.dispatcher.wake();
}

function receives({ status, eventTypes }: Webhook, name: string): boolean {
  return status === 'active' && eventTypes.includes(name);
}
