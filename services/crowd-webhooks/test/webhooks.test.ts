import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { ProjectDeleted } from '@assay/proto/projects/v1/project_events';
import { WebhookUpdate } from '@assay/proto/webhooks/v1/webhook_calls';
import { DisabledReason, WebhookStatus } from '@assay/proto/webhooks/v1/webhook';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { collectAudited } from '@assay/test-kit/events/collect-audited';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unknownProjectId } from './neighbours.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { completeRun, newWebhook, start } from './start.ts';
import type { Started } from './start.ts';

let [receiver, running, audited]: [Receiver, Started, ReturnType<typeof collectAudited>] = [] as never;
beforeAll(async () => {
  receiver = await startReceiver();
  running = await start([receiver]);
  audited = collectAudited(running.events);
});
afterAll(async () => {
  await audited.stop();
  await running.stop();
  await receiver.stop();
});

const create = (call: ReturnType<typeof callBy>, change: Record<string, unknown> = {}) =>
  running.webhooks.createWebhook(call, {
    ownerId: newId(),
    url: receiver.origin,
    description: undefined,
    eventTypes: ['run.completed'],
    ...change,
  });

describe('a new webhook', () => {
  it('shows its secret once, and again to a repeated call', async () => {
    const call = callBy();
    const projectId = newId();
    const keyed = { ...call, idempotencyKey: newId() };
    const eventTypes = ['run.completed', 'file.enriched', 'run.completed'];
    const first = await create(keyed, { ownerId: projectId, eventTypes });
    const second = await create(keyed, { ownerId: projectId, eventTypes });
    expect(second).toEqual(first);
    const { webhook } = first.webhook ?? {};
    expect(webhook).toMatchObject({
      projectId,
      jobId: undefined,
      description: '',
      eventTypes: ['run.completed', 'file.enriched'],
      status: WebhookStatus.ACTIVE,
      disabledReason: undefined,
    });
    const listed = await running.webhooks.listWebhooks(call, { ownerId: projectId });
    expect(listed).toEqual({ webhooks: [webhook], total: 1 });
    const path = { ownerId: projectId, webhookId: webhook?.id ?? '' };
    expect(await running.webhooks.getWebhook(call, path)).toEqual({ webhook });
    expect(JSON.stringify([listed])).not.toContain('whsec_');
    await eventually(() => {
      expect(audited.listActions(path.webhookId)).toEqual(['webhook.create']);
    });
  });

  it('is limited to 20 for a project, also when 32 are created at once', async () => {
    const call = callBy();
    const projectId = newId();
    const created = await Promise.allSettled(
      Array.from({ length: 32 }, () => create(call, { ownerId: projectId })),
    );
    const refused = created.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(12);
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toMatchObject({ status: 'FAILED_PRECONDITION', reason: 'WEBHOOK_LIMIT' });
    const { webhooks, total } = await running.webhooks.listWebhooks(call, { ownerId: projectId });
    expect(total).toBe(20);
    expect(await catchRefusal(create(call, { ownerId: projectId }))).toMatchObject({
      details: { limit: 20 },
    });
    await running.webhooks.deleteWebhook(call, { ownerId: projectId, webhookId: webhooks[7]?.id ?? '' });
    await create(call, { ownerId: projectId });
    expect(await catchRefusal(create(call, { ownerId: projectId }))).toMatchObject({
      reason: 'WEBHOOK_LIMIT',
    });
  });

  it('is refused for events that projects do not have, unknown projects and viewers', async () => {
    const call = callBy();
    for (const eventTypes of [
      ['run.completed', 'answer.accepted'],
      ['run.completed', 'no.event'],
    ]) {
      expect(await catchRefusal(create(call, { eventTypes }))).toMatchObject({
        status: 'INVALID_ARGUMENT',
        details: { field: 'eventTypes.1' },
      });
    }
    expect(await catchRefusal(create(call, { eventTypes: [] }))).toMatchObject({
      status: 'INVALID_ARGUMENT',
    });
    const unknown = create(call, { ownerId: unknownProjectId });
    expect(await catchRefusal(unknown)).toMatchObject({ status: 'NOT_FOUND' });
    const viewer = create(callBy({ role: Role.VIEWER }));
    expect(await catchRefusal(viewer)).toMatchObject({ status: 'PERMISSION_DENIED' });
  });

  const port = '8443';
  it.each([
    ['malformed', ['', 'example', 'https://', 'https://exa mple.com', 'https://a..example.com']],
    ['not_https', ['http://example.com', 'ftp://example.com', 'javascript:alert(1)']],
    ['credentials', ['https://user@example.com', 'https://@example.com', 'https://a:b@127.0.0.1:8443']],
    ['port', ['https://example.com:80', 'https://example.com:22', 'https://127.0.0.1:1023']],
    [
      'reserved_name',
      ['https://localhost', 'https://a.internal', 'https://intranet', 'https://a.home.arpa.'],
    ],
    [
      'not_public',
      [
        ...[
          '127.0.0.1',
          '10.0.0.1',
          '2130706433',
          '0x7f.1',
          '0177.1',
          '127.1',
          '127%2e0.0.1',
          '１２７.0.0.1',
        ],
        ...[
          '127.0.0.1.',
          '169.254.169.254',
          '[::1]',
          '[::ffff:127.0.0.1]',
          '[::7f00:1]',
          '[64:ff9b::7f00:1]',
        ],
        ...['[2002:7f00:1::]', '[fd00::1]', '[4000::1]', '0', '100.64.0.1'],
      ].map((host) => `https://${host}:${port}`),
    ],
  ])('is refused with the reason %s, and so is a changed address', async (reason, urls) => {
    const call = callBy();
    const { path, url: before } = await newWebhook(running, call, { url: receiver.origin });
    for (const url of urls) {
      const created = await catchRefusal(create(call, { url }));
      const refusal = { status: 'INVALID_ARGUMENT', details: { field: 'url', reason } };
      expect([url, created]).toEqual([url, expect.objectContaining(refusal)]);
      const request = WebhookUpdate.fromPartial({ ...path, url, updateMask: ['url'] });
      const updated = await catchRefusal(running.webhooks.updateWebhook(call, request));
      expect(updated).toMatchObject(refusal);
    }
    const { webhook } = await running.webhooks.getWebhook(call, path);
    expect(webhook?.url).toBe(before);
  });

  it('has the address that is called, also after a change', async () => {
    const call = callBy();
    const { address } = receiver;
    const { path, url } = await newWebhook(running, call, { url: `HTTPS://${address}/a/../ü?q=ä#top` });
    expect(url).toBe(`https://${address}/%C3%BC?q=%C3%A4`);
    await running.webhooks.testWebhook(call, path);
    expect(receiver.at('/%C3%BC?q=%C3%A4')).toHaveLength(1);
    const changed = { ...path, url: 'https://Example.com.:443?#', updateMask: ['url'] };
    const request = WebhookUpdate.fromPartial(changed);
    const { webhook } = await running.webhooks.updateWebhook(call, request);
    expect(webhook?.url).toBe('https://example.com/');
    expect((await running.webhooks.getWebhook(call, path)).webhook).toEqual(webhook);
  });

  it('may have a name that does not resolve yet', async () => {
    const url = 'https://not-yet.example.com/hooks';
    const { webhook } = await create(callBy(), { url });
    expect(webhook?.webhook?.url).toBe(url);
  });
});

describe('a webhook of another organization', () => {
  it('is answered as one that does not exist, by every call', async () => {
    const owner = callBy();
    const other = callBy();
    const { path } = await newWebhook(running, owner, { url: receiver.origin });
    const missing = { ...path, webhookId: newId() };
    const { webhooks } = running;
    const since = new Date(running.clock.now().getTime() - 1_000);
    const calls = [
      (at: typeof path) => webhooks.getWebhook(other, at),
      (at: typeof path) =>
        webhooks.updateWebhook(
          other,
          WebhookUpdate.fromPartial({ ...at, description: 'x', updateMask: ['description'] }),
        ),
      (at: typeof path) => webhooks.deleteWebhook(other, at),
      (at: typeof path) => webhooks.rotateWebhookSecret(other, { ...at, gracePeriodSeconds: 0 }),
      (at: typeof path) => webhooks.testWebhook(other, at),
      (at: typeof path) => webhooks.redeliverWebhook(other, { ...at, deliveryId: newId() }),
      (at: typeof path) => webhooks.recoverWebhook(other, { ...at, since, until: undefined }),
      (at: typeof path) => running.listDeliveries(other, at),
    ];
    for (const request of calls) {
      const refused = await catchRefusal(request(path));
      expect(refused).toMatchObject({ status: 'NOT_FOUND' });
      expect(refused).toEqual(await catchRefusal(request(missing)));
    }
    const elsewhere = { ...path, ownerId: newId() };
    expect(await catchRefusal(webhooks.getWebhook(owner, elsewhere))).toMatchObject({ status: 'NOT_FOUND' });
  });
});

describe('a changed webhook', () => {
  it('keeps what is not named, and is audited', async () => {
    const call = callBy();
    const { path, url } = await newWebhook(running, call, { url: receiver.origin });
    const changed = { description: 'Reports', status: WebhookStatus.DISABLED };
    const { webhook } = await running.webhooks.updateWebhook(
      call,
      WebhookUpdate.fromPartial({ ...path, ...changed, updateMask: ['description', 'status'] }),
    );
    expect(webhook).toMatchObject({ ...changed, url, disabledReason: DisabledReason.MANUAL });
    await running.webhooks.rotateWebhookSecret(call, { ...path, gracePeriodSeconds: 0 });
    await running.webhooks.deleteWebhook(call, path);
    await eventually(() => {
      const actions = ['create', 'update', 'rotate_secret', 'delete'].map((action) => `webhook.${action}`);
      expect(audited.listActions(path.webhookId).toSorted()).toEqual(actions.toSorted());
    });
  });
});

describe('a deleted webhook', () => {
  it('is not found, receives nothing, and leaves no deliveries', async () => {
    const call = callBy();
    const projectId = newId();
    const { path } = await newWebhook(running, call, { url: `${receiver.origin}/deleted`, projectId });
    const { path: other } = await newWebhook(running, call, { url: `${receiver.origin}/kept`, projectId });
    await completeRun(running, call, projectId);
    await eventually(() => {
      expect([receiver.at('/deleted').length, receiver.at('/kept').length]).toEqual([1, 1]);
    });
    await running.webhooks.deleteWebhook(call, path);
    const again = await catchRefusal(running.webhooks.deleteWebhook(call, path));
    expect(again).toMatchObject({ status: 'NOT_FOUND' });
    await completeRun(running, call, projectId);
    await eventually(() => {
      expect(receiver.at('/kept')).toHaveLength(2);
    });
    expect(receiver.at('/deleted')).toHaveLength(1);
    const { webhookId } = path;
    expect(await running.db.collection('webhook_deliveries').countDocuments({ webhookId })).toBe(0);
    expect((await running.listDeliveries(call, other)).length).toBe(2);
  });

  it('goes with its project, and so do its events and deliveries', async () => {
    const call = callBy();
    const { organizationId } = call;
    const { path } = await newWebhook(running, call, { url: `${receiver.origin}/project` });
    const { ownerId: projectId } = path;
    const kept = await newWebhook(running, call, { url: `${receiver.origin}/other` });
    await completeRun(running, call, projectId);
    await completeRun(running, call, kept.path.ownerId);
    await eventually(() => {
      expect([receiver.at('/project').length, receiver.at('/other').length]).toEqual([1, 1]);
    });
    const deleted = ProjectDeleted.fromPartial({ projectId, organizationId });
    await running.publish(ProjectDeleted, deleted, organizationId);
    await eventually(async () => {
      for (const name of ['webhooks', 'webhook_events', 'webhook_deliveries']) {
        const left = await running.db.collection(name).distinct('owner.id', { organizationId });
        expect([name, left]).toEqual([name, [kept.path.ownerId]]);
      }
    });
    expect(await catchRefusal(running.webhooks.getWebhook(call, path))).toMatchObject({
      status: 'NOT_FOUND',
    });
  });
});
