import type { Clock } from '@assay/chassis/clock';
import type { Dispatcher } from '../delivery/dispatcher.ts';
import { newDelivery } from '../delivery/new-delivery.ts';
import type { Owner, Webhook } from '../webhook/webhook.ts';
import type { StoredEvent, WebhookEvent } from './event.ts';

/** The owners of one organization whose webhooks receive events. */
export interface ReceiverScope {
  readonly organizationId: string;
  readonly owners: readonly Owner[];
  /** True if the webhooks of all projects receive some. */
  readonly hasAllProjects: boolean;
}

/** The parts of the stores that receive events. */
export interface ReceivingDeps {
  readonly webhooks: {
    listReceivers(scopes: readonly ReceiverScope[]): Promise<readonly Webhook[]>;
  };
  readonly events: { insertMany(events: readonly StoredEvent[]): Promise<readonly StoredEvent[]> };
  readonly dispatcher: Pick<Dispatcher, 'insert'>;
  readonly clock: Clock;
}

/**
 * Stores events and their deliveries. The webhooks that receive an event are decided once, with the event: a repeated event completes what
 * an interrupted call left, and changes nothing else. An event that no webhook of its owner can receive is not stored.
 */
export async function receiveEvents(deps: ReceivingDeps, events: readonly WebhookEvent[]): Promise<void> {
  const candidates = await findCandidates(deps, events);
  if (candidates.size === 0) return;
  const stored = await deps.events.insertMany(
    [...candidates].map(([event, webhooks]) => ({ ...event, webhookIds: selectReceivers(event, webhooks) })),
  );
  const createdAt = deps.clock.now();
  const webhooks = new Map([...candidates.values()].flat().map((webhook) => [webhook.id, webhook]));
  const deliveries = stored.flatMap((event) =>
    listReceivers(event, webhooks).map((webhook) => newDelivery(webhook, event, { earlier: 0, createdAt })),
  );
  if (deliveries.length > 0) await deps.dispatcher.insert(deliveries);
}

export function receiveEvent(deps: ReceivingDeps, event: WebhookEvent): Promise<void> {
  return receiveEvents(deps, [event]);
}

/** Finds the webhooks of the owners of events with one command. Events whose owners have none are left out. */
async function findCandidates(
  { webhooks }: ReceivingDeps,
  events: readonly WebhookEvent[],
): Promise<ReadonlyMap<WebhookEvent, readonly Webhook[]>> {
  const byOrganization = Map.groupBy(events, ({ organizationId }) => organizationId);
  const scopes = [...byOrganization].map(([organizationId, own]) => ({
    organizationId,
    owners: own.flatMap(({ owner }) => owner ?? []),
    hasAllProjects: own.some(({ owner }) => owner === undefined),
  }));
  const found = await webhooks.listReceivers(scopes);
  const byOwner = Map.groupBy(found, ({ organizationId, owner }) => formatOwner(organizationId, owner));
  const ofProjects = Map.groupBy(
    found.filter(({ owner }) => owner.kind === 'project'),
    ({ organizationId }) => organizationId,
  );
  const candidates = new Map<WebhookEvent, readonly Webhook[]>();
  for (const event of events) {
    const { organizationId, owner } = event;
    const own =
      owner === undefined ? ofProjects.get(organizationId) : byOwner.get(formatOwner(organizationId, owner));
    if (own !== undefined) candidates.set(event, own);
  }
  return candidates;
}

function formatOwner(organizationId: string, { kind, id }: Owner): string {
  return `${organizationId} ${kind} ${id}`;
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
