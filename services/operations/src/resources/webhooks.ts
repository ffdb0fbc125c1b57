import { ProjectWebhooksServiceService } from '@assay/proto/webhooks/v1/project_webhooks_service';
import { WebhookEventTypesServiceService } from '@assay/proto/webhooks/v1/webhook_event_types_service';
import { countedArray, noContent, one, shaped } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { deliveryPage, recovery, webhookTest } from '../shapes/webhook.ts';

const rpcs = ProjectWebhooksServiceService;
const path = '/v2/projects/:projectId/webhooks' as const;
const webhookPath = `${path}/:webhookId` as const;

const addressRules =
  'The `url` must begin with `https://`, have the standard port or one from 1024 up, and lead to a public address. Another address is refused ' +
  'with {INVALID_FIELD} and `details.reason`: `malformed`, `not_https`, `credentials`, `port`, `reserved_name` or `not_public`. A name ' +
  'that does not resolve yet is accepted, because every attempt checks again.';

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
      summary: 'Create a webhook of a project',
      description:
        `Creates a webhook with a new secret, which is shown only in this response. ${addressRules} An event of crowd jobs is refused with ` +
        '{INVALID_FIELD}. A project has at most 20 webhooks ({WEBHOOK_LIMIT}).',
      status: 201,
      errors: ['WEBHOOK_LIMIT'],
      answer: one('webhook', 'The webhook and its secret.'),
    }),
    listProjectWebhooks: operation(`GET ${path}`, rpcs.listWebhooks, {
      summary: 'List the webhooks of a project',
      description: 'Lists the webhooks of the project, newest first, without secrets.',
      answer: countedArray('webhooks', 'The webhooks of the project.'),
    }),
    getProjectWebhook: operation(`GET ${webhookPath}`, rpcs.getWebhook, {
      summary: 'Read a webhook of a project',
      description: 'Returns the webhook without its secret.',
      answer: one('webhook', 'The webhook.'),
    }),
    updateProjectWebhook: operation(`PUT ${webhookPath}`, rpcs.updateWebhook, {
      summary: 'Update a webhook of a project',
      description:
        `Changes the named fields. ${addressRules} With \`status\` \`disabled\` the webhook gets nothing, and its deliveries stop for good. ` +
        'With `active` it receives new events again; {recoverProjectWebhook} sends the events that it missed.',
      answer: one('webhook', 'The webhook.'),
    }),
    deleteProjectWebhook: operation(`DELETE ${webhookPath}`, rpcs.deleteWebhook, {
      summary: 'Delete a webhook of a project',
      description: 'Deletes the webhook with its deliveries. Nothing is sent to it any more.',
      answer: noContent('The webhook is deleted.'),
    }),
    rotateProjectWebhookSecret: operation(`POST ${webhookPath}/rotate-secret`, rpcs.rotateWebhookSecret, {
      summary: 'Rotate the secret of a webhook',
      description:
        'Returns a new secret, which is shown only in this response. The old secret is invalid at once: no request that leaves after the ' +
        'response is signed with it. With `gracePeriodSeconds` requests have both signatures for this time, the new one first.',
      errors: ['CONCURRENT_CHANGE'],
      answer: one('webhook', 'The webhook and its new secret.'),
    }),
    testProjectWebhook: operation(`POST ${webhookPath}/test`, rpcs.testWebhook, {
      summary: 'Test a webhook',
      description:
        'Sends the event `webhook.test` with the members `event`, `webhookId`, `jobId`, `projectId` and `sentAt` once and returns the ' +
        'outcome. It works on a disabled webhook, is not in the delivery log, and counts for nothing.',
      answer: shaped(webhookTest, 'The outcome of the test.'),
    }),
    listProjectWebhookDeliveries: operation(`GET ${webhookPath}/deliveries`, rpcs.listWebhookDeliveries, {
      summary: 'List the deliveries of a webhook',
      description:
        'Lists the deliveries of the last 30 days, newest first, with request, response and error.',
      answer: shaped(deliveryPage, 'A page of deliveries.'),
    }),
    redeliverProjectWebhook: operation(
      `POST ${webhookPath}/deliveries/:deliveryId/redeliver`,
      rpcs.redeliverWebhook,
      {
        summary: 'Send a delivery once more',
        description:
          'Creates a new delivery of the same event with its own id and eight attempts. The old delivery is not attempted again and counts ' +
          'for nothing. A pending delivery is refused with {DELIVERY_PENDING}, a disabled webhook with {WEBHOOK_DISABLED}.',
        status: 201,
        errors: ['DELIVERY_PENDING', 'WEBHOOK_DISABLED'],
        answer: one('delivery', 'The new delivery.'),
      },
    ),
    recoverProjectWebhook: operation(`POST ${webhookPath}/recover`, rpcs.recoverWebhook, {
      summary: 'Send missed events',
      description:
        'Creates new deliveries for all subscribed events from `since` (at most 30 days ago) until before `until` that were not delivered ' +
        'and are not being delivered, also those that happened while the webhook was disabled. One request creates at most 10,000. A ' +
        'disabled webhook is refused with {WEBHOOK_DISABLED}.',
      errors: ['WEBHOOK_DISABLED'],
      answer: shaped(recovery, 'The number of new deliveries.'),
    }),
  },
};
