import { createServiceCall } from '@assay/chassis/call-context';
import { consumes } from '@assay/chassis/events/consumer';
import { WebhookDisabled } from '@assay/proto/webhooks/v1/webhook_events';
import type { Deps } from '../deps.ts';
import type { Webhook } from '../domain/webhooks/webhook/webhook.ts';

const reasons: Readonly<Record<string, string>> = {
  exhausted: 'ten deliveries in a row failed in all of their eight attempts',
  gone: 'the receiver responded 410: it wants no further deliveries',
};

/** The maximum number of recipients of a notice. */
const maxRecipients = 100;

/** Mails everyone who is concerned with a webhook that the platform disabled, once per person and event (N85). */
export const onWebhookDisabled = consumes<
  Pick<Deps, 'webhooks' | 'jobs' | 'answers' | 'contacts' | 'deliveryLog'>,
  WebhookDisabled
>({
  message: WebhookDisabled,
  requires: ['webhookId', 'organizationId'],
  async handle(deps, { id, requestId, value }) {
    const { webhooks, contacts, deliveryLog } = deps;
    const { organizationId, webhookId, reason } = value;
    const [webhook] = await webhooks.findMany(organizationId, [webhookId]);
    if (webhook === undefined) return;
    if (webhook.status === 'disabled')
      await deliveryLog.giveUp(webhook, 'The webhook was disabled before the delivery was attempted.');
    await contacts.notifyMembers(createServiceCall('crowd-webhooks', organizationId, requestId || id), {
      id: `webhook-disabled:${id}`,
      userIds: await findConcerned(deps, webhook),
      subject: 'A webhook was disabled',
      text: [
        `The webhook ${webhook.id} to ${webhook.url} was disabled: ${reasons[reason] ?? reason}.`,
        'Repair the receiver, then set the status of the webhook to active.',
        'The events of the last 30 days can be sent by "recover" afterwards.',
      ].join('\n'),
    });
  },
});

/** Lists the creator, the watchers of the job, and the people who decided about its answers. */
async function findConcerned(
  { jobs, answers }: Pick<Deps, 'jobs' | 'answers'>,
  { organizationId, owner, createdBy }: Webhook,
): Promise<readonly string[]> {
  if (owner.kind === 'project') return [createdBy];
  const job = await jobs.findOwn(organizationId, owner.id);
  const reviewers = await answers.listReviewers(owner.id);
  return [...new Set([createdBy, ...(job?.watcherIds ?? []), ...reviewers])].slice(0, maxRecipients);
}
