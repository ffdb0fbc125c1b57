import { webhookEvents } from '@assay/proto/webhook-events';
import {
  NewWebhook,
  RecoveryPeriod,
  SecretRotation,
  WebhookDeliveryPage,
  WebhookRecovery,
  WebhookTest,
  WebhookUpdate,
} from '@assay/proto/webhooks/v1/webhook_calls';
import { Webhook, WebhookStatus, WebhookWithSecret } from '@assay/proto/webhooks/v1/webhook';
import { DeliveryStatus, WebhookDelivery } from '@assay/proto/webhooks/v1/webhook_delivery';
import { EventScope, WebhookEventType } from '@assay/proto/webhooks/v1/webhook_event_type';
import { sample } from '../sample.ts';
import { createdAt, ids, updatedAt } from './values.ts';

const url = 'https://hooks.example.org/assay';

const webhook: Webhook = Webhook.fromPartial({
  id: ids.webhook,
  projectId: ids.project,
  url,
  description: 'Verdicts for the photo desk.',
  eventTypes: ['run.completed', 'run.failed'],
  status: WebhookStatus.ACTIVE,
  createdAt,
  updatedAt,
});

const completed = webhookEvents.find(({ name }) => name === 'run.completed');

const delivery: WebhookDelivery = {
  id: ids.delivery,
  event: 'run.completed',
  status: DeliveryStatus.SUCCEEDED,
  attempt: 1,
  responseStatusCode: 204,
  durationMs: 118,
  createdAt,
  deliveredAt: updatedAt,
  payload: { ...completed?.example },
  responseBody: '',
  errorMessage: undefined,
  nextAttemptAt: undefined,
};

export const webhookSamples = [
  sample(Webhook, webhook),
  sample(WebhookWithSecret, { webhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq=' }),
  sample(WebhookDelivery, delivery),
  sample(WebhookEventType, {
    name: 'run.completed',
    scope: EventScope.PROJECT,
    description: completed?.description ?? '',
    schema: { ...completed?.schema },
    example: { ...completed?.example },
  }),
  sample(WebhookDeliveryPage, { total: 1, items: [delivery] }),
  sample(WebhookTest, { ok: true, statusCode: 204, durationMs: 96 }),
  sample(WebhookRecovery, { queued: 12 }),
  sample(NewWebhook, { url, eventTypes: ['run.completed', 'run.failed'] }),
  sample(WebhookUpdate, { status: WebhookStatus.ACTIVE }),
  sample(SecretRotation, { gracePeriodSeconds: 3_600 }),
  sample(RecoveryPeriod, { since: createdAt, until: updatedAt }),
];
