import {
  ListJobWebhookDeliveriesResponse,
  RecoverJobWebhookResponse,
  TestJobWebhookResponse,
} from '@assay/proto/webhooks/v1/job_webhooks_service';
import { defineShape } from '../shape.ts';

export const jobWebhookTest = defineShape(TestJobWebhookResponse, {
  name: 'JobWebhookTest',
  description: 'The outcome of a test of a webhook.',
});

export const jobDeliveryPage = defineShape(ListJobWebhookDeliveriesResponse, {
  name: 'JobWebhookDeliveryPage',
  description: 'A page of the deliveries of a webhook.',
});

export const jobRecovery = defineShape(RecoverJobWebhookResponse, {
  name: 'JobWebhookRecovery',
  description: 'The result of sending missed events.',
});
