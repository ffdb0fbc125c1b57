import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { pause } from '@assay/chassis/process/pause';
import { seconds } from '@assay/chassis/units';
import type { Deps } from '../../../deps.ts';
import { findWebhook } from '../webhook/find-webhook.ts';
import type { Webhook, WebhookPath } from '../webhook/webhook.ts';
import type { Delivery, NewDelivery } from './delivery.ts';
import { testPrefix } from './lanes/lane-registry.ts';

/** The outcome of a test. */
export interface TestOutcome {
  readonly ok: boolean;
  readonly statusCode: number | undefined;
  readonly errorMessage: string | undefined;
  readonly durationMs: number;
}

const pollMs = 50;
/** The time until an attempt has certainly ended, with a margin for the queue. */
const waitMs = seconds(20);

/**
 * Sends a test event and waits for its outcome. A process of role worker sends it, as every delivery: other processes do not reach the
 * internet. NOT_FOUND for an unknown webhook.
 */
export async function testWebhook(
  deps: Pick<Deps, 'webhooks' | 'projects' | 'jobs' | 'deliveryQueue' | 'deliveryLog' | 'clock'>,
  call: CallContext,
  path: WebhookPath,
): Promise<TestOutcome> {
  const webhook = await findWebhook(deps, call, path);
  const test = newTest(webhook, deps.clock.now());
  await deps.deliveryQueue.insert([test]);
  try {
    return toOutcome(await awaitEnd(deps, test, call.signal));
  } finally {
    await deps.deliveryLog.removeTest(test.organizationId, test.id);
  }
}

function newTest({ id: webhookId, organizationId, owner, url }: Webhook, createdAt: Date): NewDelivery {
  const jobId = owner.kind === 'job' ? owner.id : null;
  const projectId = owner.kind === 'project' ? owner.id : null;
  const event = 'webhook.test';
  const body = JSON.stringify({ event, webhookId, jobId, projectId, sentAt: createdAt });
  return {
    id: newId(),
    organizationId,
    webhookId,
    owner,
    eventId: newId(),
    event,
    body,
    createdAt,
    // Tests have their own lane, so that they do not wait behind the deliveries of a dead receiver.
    origin: testPrefix + new URL(url).origin,
    isTest: true,
  };
}

async function awaitEnd(
  { deliveryLog }: Pick<Deps, 'deliveryLog'>,
  { organizationId, webhookId, id }: NewDelivery,
  signal: AbortSignal,
): Promise<Delivery | undefined> {
  const until = performance.now() + waitMs;
  while (performance.now() < until) {
    signal.throwIfAborted();
    const delivery = await deliveryLog.find(organizationId, webhookId, id);
    if (delivery !== undefined && delivery.status !== 'pending') return delivery;
    await pause(pollMs, signal);
  }
  return undefined;
}

function toOutcome(ended: Delivery | undefined): TestOutcome {
  if (ended === undefined) {
    const errorMessage = 'The test was not sent in time, because no worker was free. Test again later.';
    return { ok: false, statusCode: undefined, errorMessage, durationMs: waitMs };
  }
  const { status, responseStatusCode: statusCode, errorMessage, durationMs = 0 } = ended;
  return { ok: status === 'succeeded', statusCode, errorMessage, durationMs };
}
