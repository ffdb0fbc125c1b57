import type { CallContext } from '@assay/chassis/call-context';
import type {
  DeliveryPath,
  DeliveryQuery,
  NewWebhook,
  RecoveryPeriod,
  SecretRotation,
  WebhookOwner,
  WebhookPath as WebhookPathMessage,
  WebhookUpdate,
} from '@assay/proto/webhooks/v1/webhook_calls';
import type { Deps } from '../deps.ts';
import { listDeliveries } from '../domain/webhooks/delivery/list-deliveries.ts';
import { recover } from '../domain/webhooks/delivery/recover.ts';
import { redeliver } from '../domain/webhooks/delivery/redeliver.ts';
import { testWebhook } from '../domain/webhooks/delivery/test-webhook.ts';
import { createWebhook } from '../domain/webhooks/webhook/create-webhook.ts';
import { deleteWebhook } from '../domain/webhooks/webhook/delete-webhook.ts';
import { findWebhook } from '../domain/webhooks/webhook/find-webhook.ts';
import { listWebhooks } from '../domain/webhooks/webhook/list-webhooks.ts';
import { rotateSecret } from '../domain/webhooks/webhook/rotate-secret.ts';
import { updateWebhook } from '../domain/webhooks/webhook/update-webhook.ts';
import type { Owner, WebhookPath } from '../domain/webhooks/webhook/webhook.ts';
import {
  readDeliveryQuery,
  readWebhookChanges,
  toDeliveryMessage,
  toDeliveryPage,
  toWebhookList,
  toWebhookMessage,
  toWebhookWithSecret,
} from './webhook-message.ts';

/** Builds the rpcs of the webhooks of one kind of owner. */
export function buildWebhookRpcs(kind: Owner['kind']) {
  const toOwner = ({ ownerId }: WebhookOwner): Owner => ({ kind, id: ownerId });
  const readPath = (request: WebhookPathMessage): WebhookPath => ({
    owner: toOwner(request),
    webhookId: request.webhookId,
  });
  return {
    createWebhook: async (deps: Deps, call: CallContext, request: NewWebhook) => {
      const { url = '', description = '', eventTypes } = request;
      const webhook = { owner: toOwner(request), url, description, eventTypes };
      return { webhook: toWebhookWithSecret(await createWebhook(deps, call, webhook)) };
    },
    listWebhooks: async (deps: Deps, call: CallContext, request: WebhookOwner) =>
      toWebhookList(await listWebhooks(deps, call, toOwner(request))),
    getWebhook: async (deps: Deps, call: CallContext, request: WebhookPathMessage) => ({
      webhook: toWebhookMessage(await findWebhook(deps, call, readPath(request))),
    }),
    updateWebhook: async (deps: Deps, call: CallContext, request: WebhookUpdate) => {
      const update = { path: readPath(request), changes: readWebhookChanges(request) };
      return { webhook: toWebhookMessage(await updateWebhook(deps, call, update)) };
    },
    deleteWebhook: (deps: Deps, call: CallContext, request: WebhookPathMessage) =>
      deleteWebhook(deps, call, readPath(request)).then(() => ({})),
    rotateWebhookSecret: async (deps: Deps, call: CallContext, request: SecretRotation) => {
      const rotation = { path: readPath(request), gracePeriodSeconds: request.gracePeriodSeconds };
      return { webhook: toWebhookWithSecret(await rotateSecret(deps, call, rotation)) };
    },
    testWebhook: (deps: Deps, call: CallContext, request: WebhookPathMessage) =>
      testWebhook(deps, call, readPath(request)),
    listWebhookDeliveries: async (deps: Deps, call: CallContext, request: DeliveryQuery) =>
      toDeliveryPage(
        await listDeliveries(deps, call, { path: readPath(request), query: readDeliveryQuery(request) }),
      ),
    redeliverWebhook: async (deps: Deps, call: CallContext, request: DeliveryPath) => {
      const repeated = { path: readPath(request), deliveryId: request.deliveryId };
      return { delivery: toDeliveryMessage(await redeliver(deps, call, repeated)) };
    },
    recoverWebhook: async (deps: Deps, call: CallContext, request: RecoveryPeriod) => {
      const { since = new Date(0), until } = request;
      return { queued: await recover(deps, call, { path: readPath(request), since, until }) };
    },
  };
}
