import type { Clock } from '@assay/chassis/clock';
import type { Logger } from '@assay/chassis/logger';
import { minutes } from '@assay/chassis/units';
import { maxExhausted, notAttempted } from './delivery.ts';
import type { Delivery, DeliveryStatus } from './delivery.ts';
import type { DisabledReason, Webhook } from '../webhook/webhook.ts';

export interface DisablingDeps {
  readonly webhooks: {
    findMany(organizationId: string, ids: readonly string[]): Promise<readonly Webhook[]>;
    disable(webhook: Webhook, reason: DisabledReason, now: Date): Promise<boolean>;
  };
  readonly deliveryLog: {
    listLastEnds(webhook: Webhook, limit: number): Promise<readonly DeliveryStatus[]>;
    listExhausted(since: Date): Promise<readonly Pick<Delivery, 'organizationId' | 'webhookId'>[]>;
    giveUp(webhook: Pick<Webhook, 'id' | 'organizationId'>, reason: string): Promise<void>;
  };
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Disables a webhook of which ten deliveries in a row were exhausted (C44). */
export async function checkExhausted(deps: DisablingDeps, webhook: Webhook): Promise<void> {
  const ends = await deps.deliveryLog.listLastEnds(webhook, maxExhausted);
  if (ends.length < maxExhausted || ends.some((status) => status !== 'exhausted')) return;
  await disableWebhook(deps, webhook, 'exhausted');
}

/** Disables an active webhook and stops its deliveries. Its event sends the mail. */
export async function disableWebhook(
  { webhooks, deliveryLog, clock, logger }: DisablingDeps,
  webhook: Webhook,
  reason: DisabledReason,
): Promise<void> {
  const { id: webhookId, organizationId } = webhook;
  if (!(await webhooks.disable(webhook, reason, clock.now()))) return;
  logger.info({ webhookId, organizationId, reason }, 'disabled a webhook');
  await deliveryLog.giveUp(webhook, notAttempted);
}

const lookBackMs = minutes(10);

/** Checks the webhooks of deliveries that were exhausted lately, in case a process died between both writes. */
export async function checkLately(deps: DisablingDeps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - lookBackMs);
  for (const { organizationId, webhookId } of await deps.deliveryLog.listExhausted(since)) {
    const [webhook] = await deps.webhooks.findMany(organizationId, [webhookId]);
    if (webhook?.status === 'active') await checkExhausted(deps, webhook);
  }
}
