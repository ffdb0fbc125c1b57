import type { CallContext } from '@assay/chassis/call-context';
import type {
  CreateWebhookRequest,
  ListWebhookDeliveriesRequest,
  RecoverWebhookRequest,
  RotateWebhookSecretRequest,
  UpdateWebhookRequest,
} from '@assay/proto/webhooks/v1/project_webhooks_service';
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
  toListWebhooksResponse,
  toWebhookMessage,
  toWebhookWithSecret,
} from './webhook-message.ts';

interface WebhookId {
  readonly webhookId: string;
}

/** A request about the webhooks of one kind of owner: a request of project webhooks with another field for the owner. */
type About<Named, Request extends object> = Named & Omit<Request, 'projectId'>;

/** Builds the rpcs of the webhooks of one kind of owner, which requests name. */
export function buildWebhookRpcs<Named>(toOwner: (request: Named) => Owner) {
  const readPath = (request: Named & WebhookId): WebhookPath => ({
    owner: toOwner(request),
    webhookId: request.webhookId,
  });
  return {
    createWebhook: async (deps: Deps, call: CallContext, request: About<Named, CreateWebhookRequest>) => {
      const { url = '', description = '', eventTypes } = request;
      const webhook = { owner: toOwner(request), url, description, eventTypes };
      return { webhook: toWebhookWithSecret(await createWebhook(deps, call, webhook)) };
    },
    listWebhooks: async (deps: Deps, call: CallContext, request: Named) =>
      toListWebhooksResponse(await listWebhooks(deps, call, toOwner(request))),
    getWebhook: async (deps: Deps, call: CallContext, request: Named & WebhookId) => ({
      webhook: toWebhookMessage(await findWebhook(deps, call, readPath(request))),
    }),
    updateWebhook: async (deps: Deps, call: CallContext, request: About<Named, UpdateWebhookRequest>) => {
      const update = { path: readPath(request), changes: readWebhookChanges(request) };
      return { webhook: toWebhookMessage(await updateWebhook(deps, call, update)) };
    },
    deleteWebhook: (deps: Deps, call: CallContext, request: Named & WebhookId) =>
      deleteWebhook(deps, call, readPath(request)).then(() => ({})),
    rotateWebhookSecret: async (
      deps: Deps,
      call: CallContext,
      request: About<Named, RotateWebhookSecretRequest>,
    ) => {
      const rotation = { path: readPath(request), gracePeriodSeconds: request.gracePeriodSeconds };
      return { webhook: toWebhookWithSecret(await rotateSecret(deps, call, rotation)) };
    },
    testWebhook: (deps: Deps, call: CallContext, request: Named & WebhookId) =>
      testWebhook(deps, call, readPath(request)),
    listWebhookDeliveries: async (
      deps: Deps,
      call: CallContext,
      request: About<Named, ListWebhookDeliveriesRequest>,
    ) =>
      toDeliveryPage(
        await listDeliveries(deps, call, { path: readPath(request), query: readDeliveryQuery(request) }),
      ),
    redeliverWebhook: async (
      deps: Deps,
      call: CallContext,
      request: Named & WebhookId & { readonly deliveryId: string },
    ) => {
      const path = readPath(request);
      return {
        delivery: toDeliveryMessage(await redeliver(deps, call, { path, deliveryId: request.deliveryId })),
      };
    },
    recoverWebhook: async (deps: Deps, call: CallContext, request: About<Named, RecoverWebhookRequest>) => {
      const { since = new Date(0), until } = request;
      return { queued: await recover(deps, call, { path: readPath(request), since, until }) };
    },
  };
}
