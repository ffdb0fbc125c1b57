import { createServiceCall } from '@assay/chassis/call-context';
import { consumes } from '@assay/chassis/events/consumer';
import { WebhookDisabled } from '@assay/proto/webhooks/v1/webhook_events';
import type { Deps } from '../deps.ts';

const reasons: Readonly<Record<string, string>> = {
  exhausted: 'ten deliveries in a row failed in all of their eight attempts',
  gone: 'the receiver responded 410: it wants no further deliveries',
};

/** Mails the creator of a webhook that the platform disabled, once per event (C44). */
export const onWebhookDisabled = consumes<
  Pick<Deps, 'webhooks' | 'contacts' | 'deliveryLog'>,
  WebhookDisabled
>({
  message: WebhookDisabled,
  requires: ['webhookId', 'organizationId'],
  async handle({ webhooks, contacts, deliveryLog }, { id, requestId, value }) {
    const { organizationId, webhookId, reason } = value;
    const [webhook] = await webhooks.findMany(organizationId, [webhookId]);
    if (webhook === undefined) return;
    if (webhook.status === 'disabled')
      await deliveryLog.giveUp(webhook, 'The webhook was disabled before the delivery was attempted.');
    await contacts.notifyMembers(createServiceCall('crowd-webhooks', organizationId, requestId || id), {
      id: `webhook-disabled:${id}`,
      userIds: [webhook.createdBy],
      subject: 'A webhook was disabled',
      text: [
        `The webhook ${webhook.id} to ${webhook.url} was disabled: ${reasons[reason] ?? reason}.`,
        'Repair the receiver, then set the status of the webhook to active.',
        'The events of the last 30 days can be sent by "recover" afterwards.',
      ].join('\n'),
    });
  },
});
