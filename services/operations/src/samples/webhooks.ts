import { webhookEvents } from '@assay/proto/webhook-events';
import {
  CreateWebhookRequest,
  ListWebhookDeliveriesResponse,
  RecoverWebhookRequest,
  RecoverWebhookResponse,
  RotateWebhookSecretRequest,
  TestWebhookResponse,
  UpdateWebhookRequest,
} from '@assay/proto/webhooks/v1/project_webhooks_service';
import {
  CreateJobWebhookRequest,
  ListJobWebhookDeliveriesResponse,
  RecoverJobWebhookRequest,
  RecoverJobWebhookResponse,
  RotateJobWebhookSecretRequest,
  TestJobWebhookResponse,
  UpdateJobWebhookRequest,
} from '@assay/proto/webhooks/v1/job_webhooks_service';
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

const jobEvents = ['job.finished', 'answer.received'];

export const webhookSamples = [
  sample(ListJobWebhookDeliveriesResponse, { total: 1, items: [delivery] }),
  sample(TestJobWebhookResponse, { ok: true, statusCode: 204, durationMs: 96 }),
  sample(RecoverJobWebhookResponse, { queued: 12 }),
  sample(CreateJobWebhookRequest, { url, eventTypes: jobEvents }),
  sample(UpdateJobWebhookRequest, { status: WebhookStatus.ACTIVE }),
  sample(RotateJobWebhookSecretRequest, { gracePeriodSeconds: 3_600 }),
  sample(RecoverJobWebhookRequest, { since: createdAt, until: updatedAt }),
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
  sample(ListWebhookDeliveriesResponse, { total: 1, items: [delivery] }),
  sample(TestWebhookResponse, { ok: true, statusCode: 204, durationMs: 96 }),
  sample(RecoverWebhookResponse, { queued: 12 }),
  sample(CreateWebhookRequest, { url, eventTypes: ['run.completed', 'run.failed'] }),
  sample(UpdateWebhookRequest, { status: WebhookStatus.ACTIVE }),
  sample(RotateWebhookSecretRequest, { gracePeriodSeconds: 3_600 }),
  sample(RecoverWebhookRequest, { since: createdAt, until: updatedAt }),
];
