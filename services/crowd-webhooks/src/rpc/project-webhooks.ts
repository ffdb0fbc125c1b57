import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { ProjectWebhooksServiceService } from '@assay/proto/webhooks/v1/project_webhooks_service';
import type { Deps } from '../deps.ts';
import { listDeliveries } from '../domain/delivery/list-deliveries.ts';
import { recover } from '../domain/delivery/recover.ts';
import { redeliver } from '../domain/delivery/redeliver.ts';
import { testWebhook } from '../domain/delivery/test-webhook.ts';
import { createWebhook } from '../domain/webhook/create-webhook.ts';
import { deleteWebhook } from '../domain/webhook/delete-webhook.ts';
import { findWebhook } from '../domain/webhook/find-webhook.ts';
import { listWebhooks } from '../domain/webhook/list-webhooks.ts';
import { rotateSecret } from '../domain/webhook/rotate-secret.ts';
import { updateWebhook } from '../domain/webhook/update-webhook.ts';
import {
  toOwner,
  readDeliveryQuery,
  readPath,
  readWebhookChanges,
  toDeliveryMessage,
  toDeliveryPage,
  toListWebhooksResponse,
  toWebhookMessage,
  toWebhookWithSecret,
} from './webhook-message.ts';

export const projectWebhooksRpcs: Rpcs<Deps, typeof ProjectWebhooksServiceService> = {
  createWebhook: async (deps, call, { projectId, url, description = '', eventTypes }) => ({
    webhook: toWebhookWithSecret(
      await createWebhook(deps, call, { owner: toOwner(projectId), url, description, eventTypes }),
    ),
  }),
  listWebhooks: async (deps, call, { projectId }) =>
    toListWebhooksResponse(await listWebhooks(deps, call, toOwner(projectId))),
  getWebhook: async (deps, call, request) => ({
    webhook: toWebhookMessage(await findWebhook(deps, call, readPath(request))),
  }),
  updateWebhook: async (deps, call, request) => ({
    webhook: toWebhookMessage(
      await updateWebhook(deps, call, { path: readPath(request), changes: readWebhookChanges(request) }),
    ),
  }),
  deleteWebhook: (deps, call, request) => deleteWebhook(deps, call, readPath(request)).then(() => ({})),
  rotateWebhookSecret: async (deps, call, { gracePeriodSeconds, ...request }) => ({
    webhook: toWebhookWithSecret(
      await rotateSecret(deps, call, { path: readPath(request), gracePeriodSeconds }),
    ),
  }),
  testWebhook: (deps, call, request) => testWebhook(deps, call, readPath(request)),
  listWebhookDeliveries: async (deps, call, request) =>
    toDeliveryPage(
      await listDeliveries(deps, call, { path: readPath(request), query: readDeliveryQuery(request) }),
    ),
  redeliverWebhook: async (deps, call, request) => ({
    delivery: toDeliveryMessage(
      await redeliver(deps, call, { path: readPath(request), deliveryId: request.deliveryId }),
    ),
  }),
  recoverWebhook: async (deps, call, { since, until, ...request }) => ({
    queued: await recover(deps, call, { path: readPath(request), since: since ?? new Date(0), until }),
  }),
};
