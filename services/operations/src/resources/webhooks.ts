import { ProjectWebhooksServiceService } from '@assay/proto/webhooks/v1/project_webhooks_service';
import { WebhookEventTypesServiceService } from '@assay/proto/webhooks/v1/webhook_event_types_service';
import { countedArray, noContent, one, shaped } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { jobWebhooks } from './crowd/job-webhooks.ts';
import { buildWebhookTexts } from './crowd/webhook-texts.ts';
import { deliveryPage, recovery, webhookTest } from '../shapes/webhook.ts';

const rpcs = ProjectWebhooksServiceService;
const path = '/v2/projects/:projectId/webhooks' as const;
const webhookPath = `${path}/:webhookId` as const;

const texts = buildWebhookTexts({
  name: 'project',
  otherEvents: 'crowd jobs',
  recover: 'recoverProjectWebhook',
});

const project = {
  renamed: { ownerId: 'projectId' },
  described: { ownerId: 'The id of the project.' },
} as const;

export const webhooks: Resource = {
  tag: {
    name: 'Webhooks',
    description:
      'Addresses that receive events as signed requests. Each delivery has up to eight attempts over about two hours; an attempt takes ' +
      '10 seconds at most and follows no redirects. `X-Service-Signature` is `t=<unix time>,v1=<hex HMAC-SHA256>` over ' +
      '`<unix time>.<raw body>`, keyed with the whole secret; `webhook-id`, `webhook-timestamp` and `webhook-signature` follow Standard Webhooks. ' +
      'Deliveries may come twice and in any order: drop those whose `webhook-id` you know.',
  },
  operations: {
    listWebhookEventTypes: operation(
      'GET /v2/webhook-event-types',
      WebhookEventTypesServiceService.listWebhookEventTypes,
      {
        summary: 'List the events of webhooks',
        description:
          'Lists all events with the JSON Schema and an example of their body, those of crowd jobs first. `scope` is the kind of ' +
          'webhook that can subscribe to an event.',
        answer: countedArray('eventTypes', 'All events.'),
      },
    ),
    createProjectWebhook: operation(`POST ${path}`, rpcs.createWebhook, {
      ...project,
      ...texts.create,
      answer: one('webhook', 'The webhook and its secret.'),
    }),
    listProjectWebhooks: operation(`GET ${path}`, rpcs.listWebhooks, {
      ...project,
      ...texts.list,
      answer: countedArray('webhooks', 'The webhooks of the project.'),
    }),
    getProjectWebhook: operation(`GET ${webhookPath}`, rpcs.getWebhook, {
      ...project,
      ...texts.get,
      answer: one('webhook', 'The webhook.'),
    }),
    updateProjectWebhook: operation(`PUT ${webhookPath}`, rpcs.updateWebhook, {
      ...project,
      ...texts.update,
      answer: one('webhook', 'The webhook.'),
    }),
    deleteProjectWebhook: operation(`DELETE ${webhookPath}`, rpcs.deleteWebhook, {
      ...project,
      ...texts.delete,
      answer: noContent('The webhook is deleted.'),
    }),
    rotateProjectWebhookSecret: operation(`POST ${webhookPath}/rotate-secret`, rpcs.rotateWebhookSecret, {
      ...project,
      ...texts.rotate,
      answer: one('webhook', 'The webhook and its new secret.'),
    }),
    testProjectWebhook: operation(`POST ${webhookPath}/test`, rpcs.testWebhook, {
      ...project,
      ...texts.test,
      answer: shaped(webhookTest, 'The outcome of the test.'),
    }),
    listProjectWebhookDeliveries: operation(`GET ${webhookPath}/deliveries`, rpcs.listWebhookDeliveries, {
      ...project,
      ...texts.listDeliveries,
      answer: shaped(deliveryPage, 'A page of deliveries.'),
    }),
    redeliverProjectWebhook: operation(
      `POST ${webhookPath}/deliveries/:deliveryId/redeliver`,
      rpcs.redeliverWebhook,
      {
        ...project,
        ...texts.redeliver,
        answer: one('delivery', 'The new delivery.'),
      },
    ),
    recoverProjectWebhook: operation(`POST ${webhookPath}/recover`, rpcs.recoverWebhook, {
      ...project,
      ...texts.recover,
      answer: shaped(recovery, 'The number of new deliveries.'),
    }),
    ...jobWebhooks,
  },
};
