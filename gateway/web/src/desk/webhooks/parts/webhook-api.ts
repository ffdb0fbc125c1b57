/** Calls of the API about the webhooks of a project or of a crowd job. All reject with ApiError. */

import type {
  Webhook,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookEventType,
  WebhookTest,
  WebhookWithSecret,
} from '../../../shared/api/api-types.ts';
import type { Body } from '../../../shared/api/calls.ts';
import { api } from '../../parts/api.ts';
import { createIdempotencyKey } from '../../parts/request.ts';

/** The owner of webhooks: a project, or one of its crowd jobs. */
export interface WebhookOwner {
  readonly projectId: string;
  /** Undefined for the webhooks of the project. */
  readonly jobId: string | undefined;
}

/** Names a webhook in calls. */
export interface WebhookName extends WebhookOwner {
  readonly webhookId: string;
}

export type WebhookFields = Pick<Webhook, 'url' | 'description' | 'eventTypes'>;

/** Lists the events that webhooks of this owner can receive. */
export async function listEventTypes({ jobId }: WebhookOwner): Promise<readonly WebhookEventType[]> {
  const types = await api.listWebhookEventTypes();
  return types.filter(({ scope }) => scope === (jobId === undefined ? 'project' : 'job'));
}

export function listWebhooks({ projectId, jobId }: WebhookOwner): Promise<readonly Webhook[]> {
  return jobId === undefined ? api.listProjectWebhooks({ projectId }) : api.listCrowdJobWebhooks({ jobId });
}

/** A repetition with the same key creates one webhook, and returns its secret again. */
export function createWebhook(
  { projectId, jobId }: WebhookOwner,
  body: WebhookFields,
  idempotencyKey: string,
): Promise<WebhookWithSecret> {
  return jobId === undefined
    ? api.createProjectWebhook({ projectId, body, idempotencyKey })
    : api.createCrowdJobWebhook({ jobId, body, idempotencyKey });
}

export function readWebhook({ projectId, jobId, webhookId }: WebhookName): Promise<Webhook> {
  return jobId === undefined
    ? api.getProjectWebhook({ projectId, webhookId })
    : api.getCrowdJobWebhook({ jobId, webhookId });
}

export function updateWebhook(
  { projectId, jobId, webhookId }: WebhookName,
  body: Body<'updateProjectWebhook'>,
): Promise<Webhook> {
  return jobId === undefined
    ? api.updateProjectWebhook({ projectId, webhookId, body })
    : api.updateCrowdJobWebhook({ jobId, webhookId, body });
}

export function deleteWebhook({ projectId, jobId, webhookId }: WebhookName): Promise<undefined> {
  return jobId === undefined
    ? api.deleteProjectWebhook({ projectId, webhookId })
    : api.deleteCrowdJobWebhook({ jobId, webhookId });
}

export function rotateSecret(
  { projectId, jobId, webhookId }: WebhookName,
  gracePeriodSeconds: number,
): Promise<WebhookWithSecret> {
  const common = { webhookId, body: { gracePeriodSeconds }, idempotencyKey: createIdempotencyKey() };
  return jobId === undefined
    ? api.rotateProjectWebhookSecret({ projectId, ...common })
    : api.rotateCrowdJobWebhookSecret({ jobId, ...common });
}

export function testWebhook({ projectId, jobId, webhookId }: WebhookName): Promise<WebhookTest> {
  return jobId === undefined
    ? api.testProjectWebhook({ projectId, webhookId })
    : api.testCrowdJobWebhook({ jobId, webhookId });
}

/** The deliveries of a list. Empty values select all. */
export interface DeliveryFilter {
  readonly status: string;
  readonly event: string;
}

export function listDeliveries(
  { projectId, jobId, webhookId }: WebhookName,
  { status, event }: DeliveryFilter,
  limit: number,
): Promise<WebhookDeliveryPage> {
  const common = {
    webhookId,
    status: status === '' ? undefined : (status as WebhookDelivery['status']),
    event: event === '' ? undefined : event,
    limit,
  };
  return jobId === undefined
    ? api.listProjectWebhookDeliveries({ projectId, ...common })
    : api.listCrowdJobWebhookDeliveries({ jobId, ...common });
}

export function redeliver(
  { projectId, jobId, webhookId }: WebhookName,
  deliveryId: string,
): Promise<WebhookDelivery> {
  const common = { webhookId, deliveryId, idempotencyKey: createIdempotencyKey() };
  return jobId === undefined
    ? api.redeliverProjectWebhook({ projectId, ...common })
    : api.redeliverCrowdJobWebhook({ jobId, ...common });
}

/** Sends the events since a time that were not delivered. Resolves to their number. */
export async function recoverEvents(
  { projectId, jobId, webhookId }: WebhookName,
  since: string,
): Promise<number> {
  const common = { webhookId, body: { since }, idempotencyKey: createIdempotencyKey() };
  const { queued } = await (jobId === undefined
    ? api.recoverProjectWebhook({ projectId, ...common })
    : api.recoverCrowdJobWebhook({ jobId, ...common }));
  return queued;
}
