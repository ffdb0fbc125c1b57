import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchReceiverPlatform } from './example-receivers.ts';
import type { Language, ReceiverPlatform } from './example-receivers.ts';

let platform: ReceiverPlatform;
let rest: Rest;
let projectId: string;

beforeAll(async () => {
  platform = await launchReceiverPlatform();
  rest = createRest(platform.baseUrl, platform.apiKey);
  projectId = (await rest.post('/v2/projects', { name: 'Harbour' })).body.id;
});
afterAll(() => platform.stop());

const waiting = { timeout: 30_000 };

describe.each<Language>(['node', 'python'])('the example receiver in %s', (language) => {
  let receiver: Awaited<ReturnType<ReceiverPlatform['start']>>;
  let webhook: string;
  const readDeliveries = async () => (await rest.get(`${webhook}/deliveries`)).body.items;

  beforeAll(async () => {
    const body = { url: platform.urls[language], eventTypes: ['file.enriched', 'run.completed'] };
    const created = await rest.post(`/v2/projects/${projectId}/webhooks`, body);
    webhook = `/v2/projects/${projectId}/webhooks/${created.body.id}`;
    receiver = await platform.start(language, created.body.secret);
  });

  it('accepts a test', async () => {
    const { body } = await rest.post(`${webhook}/test`);
    expect(body).toMatchObject({ ok: true, statusCode: 204, errorMessage: null });
    await expect.poll(() => receiver.lines, waiting).toHaveLength(2);
    expect(receiver.lines[1]).toMatch(/^webhook\.test \w+ \{"event": ?"webhook\.test"/u);
  });

  it('receives the enrichment of a file, and verifies it', async () => {
    const { body: file } = await rest.upload(projectId, samplePhotograph());
    await awaitEnrichment(rest, file.id);
    await expect.poll(() => receiver.lines.at(-1), waiting).toContain(file.id);
    expect(receiver.lines.at(-1)).toMatch(/^file\.enriched \w+ .*"completed"/u);
    await expect.poll(async () => (await readDeliveries())[0]?.status, waiting).toBe('succeeded');
    expect((await readDeliveries())[0]).toMatchObject({ attempt: 1, responseStatusCode: 204 });
  });

  it('accepts both secrets during a grace period', async () => {
    await rest.post(`${webhook}/rotate-secret`, { gracePeriodSeconds: 60 });
    expect((await rest.post(`${webhook}/test`)).body).toMatchObject({ ok: true, statusCode: 204 });
  });

  it('knows an event that is sent again', async () => {
    const [delivery] = await readDeliveries();
    expect((await rest.post(`${webhook}/deliveries/${delivery.id}/redeliver`)).status).toBe(201);
    await expect.poll(() => receiver.lines.at(-1), waiting).toMatch(/^file\.enriched .* \(repeated\)$/u);
  });

  it('refuses a request that is not signed', async () => {
    const headers = { 'webhook-id': 'evt', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' };
    expect(await platform.send(language, '{}', headers)).toBe(400);
    expect(await platform.send(language, '{}', {})).toBe(400);
  });

  it('refuses the signature of another secret with 400, which the log of deliveries shows', async () => {
    expect((await rest.post(`${webhook}/rotate-secret`, {})).status).toBe(200);
    const [delivery] = await readDeliveries();
    await rest.post(`${webhook}/deliveries/${delivery.id}/redeliver`);
    await expect.poll(() => receiver.lines.at(-1), waiting).toMatch(/^refused: no /iu);
    await expect.poll(async () => (await readDeliveries())[0].status, waiting).toBe('failed');
    expect((await readDeliveries())[0]).toMatchObject({
      responseStatusCode: 400,
      responseBody: expect.stringMatching(/signature/iu),
      errorMessage: 'The receiver responded 400.',
    });
  });
});
