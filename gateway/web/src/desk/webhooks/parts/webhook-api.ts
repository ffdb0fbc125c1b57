/** Calls of the API about the webhooks of a project or of a crowd job. All reject with ApiError. */

import { createIdempotencyKey, requestJson } from '../../parts/request.ts';
import type {
  Delivery,
  DeliveryPage,
  EventType,
  TestOutcome,
  Webhook,
  WebhookStatus,
  WebhookWithSecret,
} from './webhook-types.ts';

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

export interface WebhookFields {
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly string[];
}

/** Lists the events that webhooks of this owner can receive. */
export async function listEventTypes({ jobId }: WebhookOwner): Promise<readonly EventType[]> {
  const types = (await get('/v2/webhook-event-types')) as readonly EventType[];
  return types.filter(({ scope }) => scope === (jobId === undefined ? 'project' : 'job'));
}

export async function listWebhooks(owner: WebhookOwner): Promise<readonly Webhook[]> {
  return (await get(writeListPath(owner))) as readonly Webhook[];
}

/** A repetition with the same key creates one webhook, and returns its secret again. */
export async function createWebhook(
  owner: WebhookOwner,
  fields: WebhookFields,
  key: string,
): Promise<WebhookWithSecret> {
  return (await post(writeListPath(owner), fields, key)) as WebhookWithSecret;
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

const writeListPath = ({ projectId, jobId }: WebhookOwner): string =>
  jobId === undefined ? `/v2/projects/${projectId}/webhooks` : `/v2/crowd-jobs/${jobId}/webhooks`;

const writePath = (name: WebhookName): string => `${writeListPath(name)}/${name.webhookId}`;

function get(path: string): Promise<unknown> {
  return requestJson({ method: 'GET', path });
}

function post(path: string, body?: unknown, key = createIdempotencyKey()): Promise<unknown> {
  return requestJson({ method: 'POST', path, body, headers: { 'idempotency-key': key } });
}
