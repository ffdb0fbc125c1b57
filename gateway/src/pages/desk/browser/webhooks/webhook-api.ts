/** Calls of the API about the webhooks of a project. All reject with ApiError. */

import { createIdempotencyKey, requestJson } from '../request.ts';
import type {
  Delivery,
  DeliveryPage,
  EventType,
  TestOutcome,
  Webhook,
  WebhookStatus,
  WebhookWithSecret,
} from './webhook-types.ts';

/** Names a webhook in calls. */
export interface WebhookName {
  readonly projectId: string;
  readonly webhookId: string;
}

export interface WebhookFields {
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly string[];
}

/** Lists the events that webhooks of projects can receive. */
export async function listEventTypes(): Promise<readonly EventType[]> {
  const types = (await get('/v2/webhook-event-types')) as readonly EventType[];
  return types.filter(({ scope }) => scope === 'project');
}

export async function listWebhooks(projectId: string): Promise<readonly Webhook[]> {
  return (await get(`/v2/projects/${projectId}/webhooks`)) as readonly Webhook[];
}

/** A repetition with the same key creates one webhook, and returns its secret again. */
export async function createWebhook(
  projectId: string,
  fields: WebhookFields,
  key: string,
): Promise<WebhookWithSecret> {
  return (await post(`/v2/projects/${projectId}/webhooks`, fields, key)) as WebhookWithSecret;
}

export async function readWebhook(name: WebhookName): Promise<Webhook> {
  return (await get(writePath(name))) as Webhook;
}

export async function updateWebhook(
  name: WebhookName,
  changes: Partial<WebhookFields> & { readonly status?: WebhookStatus },
): Promise<Webhook> {
  return (await requestJson({ method: 'PUT', path: writePath(name), body: changes })) as Webhook;
}

export async function deleteWebhook(name: WebhookName): Promise<void> {
  await requestJson({ method: 'DELETE', path: writePath(name) });
}

export async function rotateSecret(
  name: WebhookName,
  gracePeriodSeconds: number,
): Promise<WebhookWithSecret> {
  return (await post(`${writePath(name)}/rotate-secret`, { gracePeriodSeconds })) as WebhookWithSecret;
}

export async function testWebhook(name: WebhookName): Promise<TestOutcome> {
  return (await requestJson({ method: 'POST', path: `${writePath(name)}/test` })) as TestOutcome;
}

/** The deliveries of a list. Empty values select all. */
export interface DeliveryFilter {
  readonly status: string;
  readonly event: string;
}

export async function listDeliveries(
  name: WebhookName,
  filter: DeliveryFilter,
  limit: number,
): Promise<DeliveryPage> {
  const conditions = Object.entries(filter).filter(([, value]) => value !== '');
  const query = new URLSearchParams([['limit', String(limit)], ...conditions]);
  return (await get(`${writePath(name)}/deliveries?${query.toString()}`)) as DeliveryPage;
}

export async function redeliver(name: WebhookName, deliveryId: string): Promise<Delivery> {
  return (await post(`${writePath(name)}/deliveries/${deliveryId}/redeliver`)) as Delivery;
}

/** Sends the events since a time that were not delivered. Resolves to their number. */
export async function recoverEvents(name: WebhookName, since: string): Promise<number> {
  return ((await post(`${writePath(name)}/recover`, { since })) as { readonly queued: number }).queued;
}

const writePath = ({ projectId, webhookId }: WebhookName): string =>
  `/v2/projects/${projectId}/webhooks/${webhookId}`;

function get(path: string): Promise<unknown> {
  return requestJson({ method: 'GET', path });
}

function post(path: string, body?: unknown, key = createIdempotencyKey()): Promise<unknown> {
  return requestJson({ method: 'POST', path, body, headers: { 'idempotency-key': key } });
}
