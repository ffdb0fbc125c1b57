import { ProjectWebhooksServiceService } from '@assay/proto/webhooks/v1/project_webhooks_service';
import { WebhookWithSecret } from '@assay/proto/webhooks/v1/webhook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, sampled } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const path = '/v2/projects/p1/webhooks/w1/rotate-secret';

describe('a body whose members are all optional', () => {
  it.each<[string, string | undefined, number | undefined]>([
    ['may be left out', undefined, 0],
    ['may be empty', '{}', 0],
    ['may have its members', '{"gracePeriodSeconds":60}', 60],
    ['is not null', 'null', undefined],
    ['has no other members', '{"grace":60}', undefined],
  ])('%s', async (_name, body, gracePeriodSeconds) => {
    const received: number[] = [];
    gateway.answer(ProjectWebhooksServiceService.rotateWebhookSecret, (_call, request) => {
      received.push(request.gracePeriodSeconds);
      return Promise.resolve({ webhook: sampled(WebhookWithSecret) });
    });
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const request = { method: 'POST', headers: { 'x-api-key': apiKey, ...type }, body: body ?? null };
    const { status } = await gateway.fetch(path, request);
    expect(status).toBe(gracePeriodSeconds === undefined ? 400 : 200);
    expect(received).toEqual(gracePeriodSeconds === undefined ? [] : [gracePeriodSeconds]);
  });
});
