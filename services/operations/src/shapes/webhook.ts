import {
  ListWebhookDeliveriesResponse,
  RecoverWebhookResponse,
  TestWebhookResponse,
} from '@assay/proto/webhooks/v1/project_webhooks_service';
import { defineShape } from '../shape.ts';

export const webhookTest = defineShape(TestWebhookResponse, {
  name: 'WebhookTest',
  description: 'The outcome of a test of a webhook.',
});

export const deliveryPage = defineShape(ListWebhookDeliveriesResponse, {
  name: 'WebhookDeliveryPage',
  description: 'A page of the deliveries of a webhook.',
});

export const recovery = defineShape(RecoverWebhookResponse, {
  name: 'WebhookRecovery',
  description: 'The result of sending missed events.',
});
