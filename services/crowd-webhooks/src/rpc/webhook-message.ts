import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { readChanges } from '@assay/chassis/grpc/update-mask';
import type { Page, PageOf } from '@assay/chassis/pagination';
import { DisabledReason, WebhookStatus } from '@assay/proto/webhooks/v1/webhook';
import type {
  Webhook as WebhookMessage,
  WebhookWithSecret as WebhookWithSecretMessage,
} from '@assay/proto/webhooks/v1/webhook';
import type {
  DeliveryQuery,
  WebhookDeliveryPage,
  WebhookList,
  WebhookUpdate,
} from '@assay/proto/webhooks/v1/webhook_calls';
import { DeliveryStatus } from '@assay/proto/webhooks/v1/webhook_delivery';
import type { WebhookDelivery } from '@assay/proto/webhooks/v1/webhook_delivery';
import type { Delivery, DeliveryFilter } from '../domain/webhooks/delivery/delivery.ts';
import type { Webhook, WebhookChanges, WebhookWithSecret } from '../domain/webhooks/webhook/webhook.ts';

const webhookStatuses = createEnumCodec(WebhookStatus);
const disabledReasons = createEnumCodec(DisabledReason);
const deliveryStatuses = createEnumCodec(DeliveryStatus);

export function toWebhookMessage(webhook: Webhook): WebhookMessage {
  const { id, owner, url, description, eventTypes, status, disabledReason, createdAt, updatedAt } = webhook;
  return {
    id,
    url,
    description,
    createdAt,
    updatedAt,
    jobId: owner.kind === 'job' ? owner.id : undefined,
    projectId: owner.kind === 'project' ? owner.id : undefined,
    eventTypes: [...eventTypes],
    status: webhookStatuses.toMessage(status),
    disabledReason: disabledReason && disabledReasons.toMessage(disabledReason),
  };
}

export function toWebhookWithSecret({ webhook, secret }: WebhookWithSecret): WebhookWithSecretMessage {
  return { webhook: toWebhookMessage(webhook), secret };
}

/** INVALID_ARGUMENT for a field that cannot be changed. */
export function readWebhookChanges(request: WebhookUpdate): WebhookChanges {
  return readChanges<WebhookUpdate, WebhookChanges>(request, {
    url: ({ url }) => ({ url }),
    description: ({ description = '' }) => ({ description }),
    event_types: ({ eventTypes }) => ({ eventTypes }),
    status: ({ status }) => ({ status: webhookStatuses.readRequired('status', status) }),
  });
}

export function toDeliveryMessage(delivery: Delivery): WebhookDelivery {
  const { id, event, status, attempt, responseStatusCode, durationMs, body } = delivery;
  const { createdAt, deliveredAt, nextAttemptAt, responseBody, errorMessage } = delivery;
  return {
    id,
    event,
    attempt,
    responseStatusCode,
    durationMs,
    responseBody,
    errorMessage,
    createdAt,
    deliveredAt,
    nextAttemptAt,
    status: deliveryStatuses.toMessage(status),
    // This service wrote the body.
    payload: JSON.parse(body) as Record<string, unknown>,
  };
}

export function toDeliveryPage({ items, total }: PageOf<Delivery>): WebhookDeliveryPage {
  return { items: items.map(toDeliveryMessage), total };
}

export function toWebhookList(webhooks: readonly Webhook[]): WebhookList {
  return { webhooks: webhooks.map(toWebhookMessage), total: webhooks.length };
}

/** INVALID_ARGUMENT for an unknown status. */
export function readDeliveryQuery(request: DeliveryQuery): DeliveryFilter & Page {
  const { status, event, since, until, limit, offset } = request;
  return {
    since,
    until,
    limit,
    offset,
    event: event === '' ? undefined : event,
    status: deliveryStatuses.read('status', status),
  };
}
