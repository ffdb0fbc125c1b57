import { WebhookDeliveryPage, WebhookRecovery, WebhookTest } from '@assay/proto/webhooks/v1/webhook_calls';
import { defineShape } from '../shape.ts';

export const webhookTest = defineShape(WebhookTest, {});

export const deliveryPage = defineShape(WebhookDeliveryPage, {});

export const recovery = defineShape(WebhookRecovery, {});

export const jobWebhookTest = defineShape(WebhookTest, { name: 'JobWebhookTest' });

export const jobDeliveryPage = defineShape(WebhookDeliveryPage, { name: 'JobWebhookDeliveryPage' });

export const jobRecovery = defineShape(WebhookRecovery, { name: 'JobWebhookRecovery' });
