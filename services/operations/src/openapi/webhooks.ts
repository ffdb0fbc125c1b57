import { webhookEvents } from '@assay/proto/webhook-events';
import type { WebhookEvent } from '@assay/proto/webhook-events';
import type { JsonSchema } from '../json-schema.ts';

/** The requests that the platform sends to webhooks, by the name of their event. */
export type DocumentedWebhooks = Readonly<Record<string, { readonly post: object }>>;

const header = (name: string, description: string, example: string): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', examples: [example] },
});

/** The headers of all requests, by their names in `components`. */
export const webhookParameters: Readonly<Record<string, JsonSchema>> = {
  EventHeader: header('X-Service-Event', 'The name of the event.', 'run.completed'),
  DeliveryIdHeader: header(
    'X-Service-Delivery-Id',
    'The id of the delivery. It is the same in every attempt, and new when a person sends the event once more.',
    'd9v2m4x7q1r8t5w3y6z0a2b4',
  ),
  WebhookIdHeader: header('X-Service-Webhook-Id', 'The id of the webhook.', 'w6h0k2m4x7q1r8t5w3y6z0a2'),
  SignatureHeader: header(
    'X-Service-Signature',
    'The time of the request and the HMAC-SHA256 over `<t>.<raw body>`, keyed with the whole secret. During a grace period it has two ' +
      '`v1` elements, the new secret first.',
    't=1795537211,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  ),
  StandardIdHeader: header(
    'webhook-id',
    'The id of the event, which is the same for every webhook and every repetition.',
    'e5v1k2m4x7q1r8t5w3y6z0a2',
  ),
  StandardTimestampHeader: header(
    'webhook-timestamp',
    'The time of the request, in seconds since 1970.',
    '1795537211',
  ),
  StandardSignatureHeader: header(
    'webhook-signature',
    'The signatures of Standard Webhooks over `<webhook-id>.<webhook-timestamp>.<raw body>`, separated by spaces.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
};

const parameters = Object.keys(webhookParameters).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));

/** Describes every event as a request that the receiver answers. */
export function documentWebhooks(): DocumentedWebhooks {
  return Object.fromEntries(webhookEvents.map((event) => [event.name, { post: documentEvent(event) }]));
}

function documentEvent({ name, scope, description, schema, example }: WebhookEvent) {
  return {
    summary: name,
    description: `${description} Webhooks of a ${scope === 'job' ? 'crowd job' : 'project'} can subscribe to it.`,
    tags: ['Webhooks'],
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { ...schema, examples: [example] } } },
    },
    responses: {
      '2XX': { description: 'The delivery succeeded.' },
      '410': { description: 'The webhook is disabled: the receiver wants no further deliveries.' },
      default: { description: 'The attempt failed and is repeated. A redirect is a failure.' },
    },
  };
}
