import { allowAddresses } from '@assay/chassis/egress/allowed-addresses';
import { httpsPolicy } from '@assay/chassis/egress/check-url';
import { newId } from '@assay/chassis/ids';
import { JobWebhooksServiceService } from '@assay/proto/webhooks/v1/job_webhooks_service';
import { DeliveryStatus } from '@assay/proto/webhooks/v1/webhook_delivery';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { collectAudited } from '@assay/test-kit/events/collect-audited';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAddressBook } from '../../src/clients/receivers.ts';
import { startReceiver } from '../receiver.ts';
import type { Receiver } from '../receiver.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { createCrowdParts, newJob, receiveCall } from './parts.ts';

let [receiver, started]: [Receiver, Started] = [] as never;
let audited: ReturnType<typeof collectAudited>;
let channel: ReturnType<Started['platform']['connect']>;
beforeAll(async () => {
  receiver = await startReceiver();
  started = await start([receiver]);
  audited = collectAudited(started.events);
  channel = started.platform.connect(started.service.grpcAddress);
});
afterAll(async () => {
  channel.close();
  await audited.stop();
  await started.stop();
  await receiver.stop();
});

async function openJob() {
  const own = receiveCall(started);
  const { job } = await newJob(createCrowdParts(started, ['item']), own);
  const call = callBy({ organizationId: own.organizationId });
  return { call, jobId: job.id, webhooks: channel.client(JobWebhooksServiceService) };
}

const newRequest = (jobId: string, eventTypes = ['job.paused', 'answer.received']) => ({
  ownerId: jobId,
  url: receiver.origin,
  description: undefined,
  eventTypes,
});

describe('a webhook of a job', () => {
  it('is created, read, changed and deleted like one of a project', async () => {
    const { call, jobId, webhooks } = await openJob();
    const { webhook: created } = await webhooks.createJobWebhook(call, newRequest(jobId));
    expect(created?.secret).toMatch(/^whsec_/u);
    expect(created?.webhook).toMatchObject({ jobId, projectId: undefined });
    const path = { ownerId: jobId, webhookId: created?.webhook?.id ?? '' };
    expect(await webhooks.listJobWebhooks(call, { ownerId: jobId })).toEqual({
      webhooks: [created?.webhook],
      total: 1,
    });
    expect(await webhooks.getJobWebhook(call, path)).toEqual({ webhook: created?.webhook });
    const rotated = await webhooks.rotateJobWebhookSecret(call, { ...path, gracePeriodSeconds: 0 });
    expect(rotated.webhook?.secret).not.toBe(created?.secret);
    expect(await webhooks.testJobWebhook(call, path)).toMatchObject({ ok: true });
    const page = { status: DeliveryStatus.UNSPECIFIED, event: '', limit: 20, offset: 0 };
    const query = { ...path, ...page, since: undefined, until: undefined };
    expect(await webhooks.listJobWebhookDeliveries(call, query)).toEqual({ total: 0, items: [] });
    const period = { since: started.clock.now(), until: undefined };
    expect(await webhooks.recoverJobWebhook(call, { ...path, ...period })).toEqual({ queued: 0 });
    await webhooks.deleteJobWebhook(call, path);
    expect((await catchRefusal(webhooks.getJobWebhook(call, path))).status).toBe('NOT_FOUND');
    await eventually(() => {
      const actions = ['webhook.create', 'webhook.rotate_secret', 'webhook.delete'];
      expect(audited.listActions(path.webhookId)).toEqual(actions);
    });
  });

  it('is checked and normalized with its job', async () => {
    const parts = createCrowdParts(started, ['item']);
    const resolver = { resolve: () => Promise.reject(new Error('there is no such name')) };
    const addresses = createAddressBook({ policy: httpsPolicy(allowAddresses([])), resolver });
    const webhooks = (url: string) => ({ webhooks: [{ url, eventTypes: ['job.paused', 'job.paused'] }] });
    const call = receiveCall(started);
    const created = await newJob({ ...parts, addresses }, call, webhooks('https://EXAMPLE.com#a'));
    expect(created.webhooks[0]?.webhook).toMatchObject({
      url: 'https://example.com/',
      eventTypes: ['job.paused'],
    });
    const refused = await catchRefusal(newJob({ ...parts, addresses }, call, webhooks('')));
    expect(refused.details).toEqual({ field: 'webhooks.0.url', reason: 'malformed' });
  });

  it('takes the events of jobs, and jobs of the organization, alone', async () => {
    const { call, jobId, webhooks } = await openJob();
    const wrong = await catchRefusal(webhooks.createJobWebhook(call, newRequest(jobId, ['run.completed'])));
    expect(wrong).toMatchObject({ status: 'INVALID_ARGUMENT', details: { field: 'eventTypes.0' } });
    const foreign = await catchRefusal(webhooks.createJobWebhook(callBy(), newRequest(jobId)));
    const unknown = await catchRefusal(webhooks.createJobWebhook(call, newRequest(newId())));
    expect(foreign).toEqual(unknown);
    expect(foreign.status).toBe('NOT_FOUND');
    const { webhook } = await webhooks.createJobWebhook(call, newRequest(jobId));
    const { jobId: another } = await openJob();
    const path = { ownerId: another, webhookId: webhook?.webhook?.id ?? '' };
    expect((await catchRefusal(webhooks.getJobWebhook(call, path))).status).toBe('NOT_FOUND');
  });
});
