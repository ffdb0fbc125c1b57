import type { Clock } from '@assay/chassis/clock';
import type { Dispatcher } from '../delivery/dispatcher.ts';
import type { NewDelivery } from '../delivery/delivery.ts';
import { newDelivery } from '../delivery/new-delivery.ts';
import type { Owner, Webhook } from '../webhook/webhook.ts';
import type { StoredEvent, WebhookEvent } from './event.ts';

/** The parts of the stores that receive events. */
export interface ReceivingDeps {
  readonly webhooks: {
    listOfOwners(organizationId: string, owners: readonly Owner[]): Promise<readonly Webhook[]>;
    listOfProjects(organizationId: string): Promise<readonly Webhook[]>;
  };
  readonly events: { insertMany(events: readonly StoredEvent[]): Promise<readonly StoredEvent[]> };
  readonly deliveryQueue: { insert(deliveries: readonly NewDelivery[]): Promise<number> };
  readonly dispatcher: Pick<Dispatcher, 'wake'>;
  readonly clock: Clock;
}

/**
 * Stores events and their deliveries. The webhooks that receive an event are decided once, with the event: a repeated event completes what
 * an interrupted call left, and changes nothing else. An event that no webhook of its owner can receive is not stored.
 */
export async function receiveEvents(deps: ReceivingDeps, events: readonly WebhookEvent[]): Promise<void> {
  const found = await Promise.all(
    [...Map.groupBy(events, ({ organizationId }) => organizationId)].map(([organizationId, own]) =>
      findCandidates(deps, organizationId, own),
    ),
  );
  const candidates = new Map(found.flat());
  if (candidates.size === 0) return;
  const stored = await deps.events.insertMany(
    [...candidates].map(([event, webhooks]) => ({ ...event, webhookIds: selectReceivers(event, webhooks) })),
  );
  const createdAt = deps.clock.now();
  const webhooks = new Map([...candidates.values()].flat().map((webhook) => [webhook.id, webhook]));
  const deliveries = stored.flatMap((event) =>
    listReceivers(event, webhooks).map((webhook) => newDelivery(webhook, event, { earlier: 0, createdAt })),
  );
  if (deliveries.length === 0) return;
  await deps.deliveryQueue.insert(deliveries);
  deps.dispatcher.wake();
}

export function receiveEvent(deps: ReceivingDeps, event: WebhookEvent): Promise<void> {
  return receiveEvents(deps, [event]);
}

/** Finds the webhooks of the owners of events of one organization. Events whose owners have none are left out. */
async function findCandidates(
  { webhooks }: ReceivingDeps,
  organizationId: string,
  events: readonly WebhookEvent[],
): Promise<readonly (readonly [WebhookEvent, readonly Webhook[]])[]> {
  const owners = events.flatMap(({ owner }) => owner ?? []);
  const isForAll = owners.length < events.length;
  const [owned, ofProjects] = await Promise.all([
    owners.length === 0 ? [] : webhooks.listOfOwners(organizationId, owners),
    isForAll ? webhooks.listOfProjects(organizationId) : [],
  ]);
  return events.flatMap((event) => {
    const { owner } = event;
    const own =
      owner === undefined
        ? ofProjects
        : owned.filter((webhook) => webhook.owner.kind === owner.kind && webhook.owner.id === owner.id);
    return own.length === 0 ? [] : [[event, own] as const];
  });
}

function selectReceivers({ name }: WebhookEvent, candidates: readonly Webhook[]): readonly string[] {
  return candidates
    .filter(({ status, eventTypes }) => status === 'active' && eventTypes.includes(name))
    .map(({ id }) => id);
}

function listReceivers(
  { webhookIds }: StoredEvent,
  webhooks: ReadonlyMap<string, Webhook>,
): readonly Webhook[] {
  return webhookIds.flatMap((id) => webhooks.get(id) ?? []);
}
