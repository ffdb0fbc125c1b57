import type { CallContext } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import { days } from '@assay/chassis/units';
import type { Deps } from '../../../deps.ts';
import type { StoredEvent } from '../event/event.ts';
import { findWebhook } from '../webhook/find-webhook.ts';
import type { Webhook, WebhookPath } from '../webhook/webhook.ts';
import { newDelivery } from './new-delivery.ts';
import { checkActive } from './redeliver.ts';

interface Recovery {
  readonly path: WebhookPath;
  readonly since: Date;
  /** Undefined: now. */
  readonly until: Date | undefined;
}

const maxAgeMs = days(30);
/** The maximum number of new deliveries of one call (C42). */
const maxQueued = 10_000;
const batchSize = 500;

/**
 * Creates new deliveries for the subscribed events of a period that have no successful delivery and none that is open. Returns their
 * number. INVALID_ARGUMENT for a period that begins more than 30 days ago or ends before it begins.
 */
export async function recover(
  deps: Pick<Deps, 'webhooks' | 'projects' | 'jobs' | 'events' | 'deliveryQueue' | 'deliveryLog' | 'clock'>,
  call: CallContext,
  { path, since, until: end }: Recovery,
): Promise<number> {
  const webhook = await findWebhook(deps, call, path);
  checkActive(webhook);
  const now = deps.clock.now();
  const until = end ?? now;
  if (since.getTime() < now.getTime() - maxAgeMs)
    throw invalidField('since', 'since must be at most 30 days ago');
  if (until <= since) throw invalidField('until', 'until must be after since');
  const selection = { owner: path.owner, names: webhook.eventTypes, since, until };
  let queued = 0;
  let after: StoredEvent | undefined;
  while (queued < maxQueued) {
    const events = await deps.events.list(call.organizationId, { ...selection, after }, batchSize);
    queued += await queueMissing(deps, { webhook, events, createdAt: now, limit: maxQueued - queued });
    after = events.at(-1);
    if (events.length < batchSize) break;
  }
  return queued;
}

interface Missing {
  readonly webhook: Webhook;
  readonly events: readonly StoredEvent[];
  readonly createdAt: Date;
  readonly limit: number;
}

async function queueMissing(
  { deliveryQueue, deliveryLog }: Pick<Deps, 'deliveryQueue' | 'deliveryLog'>,
  { webhook, events, createdAt, limit }: Missing,
): Promise<number> {
  const ids = events.map(({ id }) => id);
  const states = await deliveryLog.listStates(webhook.organizationId, webhook.id, ids);
  const byEvent = Map.groupBy(states, ({ eventId }) => eventId);
  const missing = events.flatMap((event) => {
    const earlier = byEvent.get(event.id) ?? [];
    const isDone = earlier.some(({ status, isOpen }) => isOpen || status === 'succeeded');
    return isDone ? [] : [newDelivery(webhook, event, { earlier: earlier.length, createdAt })];
  });
  return (await deliveryQueue.insert(missing.slice(0, limit))).size;
}
