import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { File } from '@assay/proto/files/v1/file';
import { Upload } from '@assay/proto/files/v1/upload';
import { UploadsServiceService } from '@assay/proto/files/v1/uploads_service';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { Project } from '@assay/proto/projects/v1/project';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { eventually } from '@assay/test-kit/eventually';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, sampled } from './credentials.ts';
import { startTestGateway } from './start-gateway.ts';
import type { TestGateway } from './start-gateway.ts';

let gateway: TestGateway;
const path = `/v2/files/${sampled(File).id}`;

beforeEach(async () => {
  gateway = await startTestGateway({ CALL_TIMEOUT_MS: '1000' });
});
afterEach(() => gateway.stop());

function unavailable(): DomainError {
  return new DomainError('UNAVAILABLE', 'X', 'away');
}

describe('the calls of a request', () => {
  it('carry its request id and trace, minted where the client sent none or unsafe ones', async () => {
    const calls: CallContext[] = [];
    gateway.answer(FilesServiceService.getFile, (call) => {
      calls.push(call);
      return Promise.resolve({ file: sampled(File) });
    });
    const traceparent = '00-11111111111111111111111111111111-2222222222222222-01';
    const sent = [
      { 'x-request-id': 'mine-1', traceparent },
      { 'x-request-id': 'a b"}', traceparent: '00-0-0-0' },
      { 'x-request-id': 'x'.repeat(65) },
    ];
    const answered = [];
    for (const headers of sent) {
      const response = await gateway.fetch(path, { headers: { 'x-api-key': apiKey, ...headers } });
      answered.push(response.headers.get('x-request-id'));
    }
    expect(calls.map(({ requestId }) => requestId)).toEqual(answered);
    expect(answered).toEqual([
      'mine-1',
      expect.stringMatching(/^[\da-f-]{36}$/u),
      expect.stringMatching(/^[\da-f-]{36}$/u),
    ]);
    const minted = expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-01$/u) as string;
    expect(calls.map((call) => call.traceparent)).toEqual([traceparent, minted, minted]);
  });

  it('have a deadline, after which the request is 503', async () => {
    gateway.answer(FilesServiceService.getFile, () => new Promise(() => undefined));
    const response = await gateway.fetch(path);
    expect(response.status).toBe(503);
  });

  it('have the longer time that the contract gives an rpc which needs it', async () => {
    gateway.answer(UploadsServiceService.completeUpload, async () => {
      await wait(1_500);
      return { file: sampled(File) };
    });
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const upload = `/v2/projects/${sampled(File).projectId}/uploads/${sampled(Upload).uploadId}`;
    const init = { method: 'POST', headers, body: JSON.stringify({ sha256: 'ab'.repeat(32) }) };
    expect((await gateway.fetch(`${upload}/complete`, init)).status).toBe(201);
  });

  it('are cancelled when the client goes away', async () => {
    let signal: AbortSignal | undefined;
    gateway.answer(FilesServiceService.getFile, (call) => {
      signal = call.signal;
      return new Promise(() => undefined);
    });
    const { hostname, port } = new URL(gateway.baseUrl);
    const client = request({ hostname, port, path, headers: { 'x-api-key': apiKey } });
    client.on('error', () => undefined).end();
    await eventually(() => {
      expect(signal?.aborted).toBe(false);
    });
    client.destroy();
    await eventually(() => {
      expect(signal?.aborted).toBe(true);
    });
  });

  it('are repeated when they read and the service is unavailable, and then answered', async () => {
    let attempts = 0;
    gateway.answer(FilesServiceService.getFile, () => {
      attempts += 1;
      return attempts < 3 ? Promise.reject(unavailable()) : Promise.resolve({ file: sampled(File) });
    });
    expect((await gateway.fetch(path)).status).toBe(200);
    expect(attempts).toBe(3);
  });

  it('are not repeated when another attempt as long as the last one would be cut short', async () => {
    let attempts = 0;
    gateway.answer(FilesServiceService.getFile, async () => {
      attempts += 1;
      await wait(700);
      throw unavailable();
    });
    const response = await gateway.fetch(path);
    expect([response.status, attempts]).toEqual([503, 1]);
  });

  const createProject = (headers: Readonly<Record<string, string>> = {}) =>
    gateway.fetch('/v2/projects', {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
      body: '{"name":"x"}',
    });

  it('are never repeated when they write', async () => {
    let attempts = 0;
    gateway.answer(ProjectsServiceService.createProject, () => {
      attempts += 1;
      return Promise.reject(unavailable());
    });
    expect((await createProject()).status).toBe(503);
    expect(attempts).toBe(1);
  });

  it('are repeated when they write under an idempotency key, the same at each attempt', async () => {
    const keys: unknown[] = [];
    gateway.answer(ProjectsServiceService.createProject, ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      return keys.length < 3 ? Promise.reject(unavailable()) : Promise.resolve({ project: sampled(Project) });
    });
    expect((await createProject({ 'idempotency-key': 'mine' })).status).toBe(201);
    expect(keys).toEqual(['mine', 'mine', 'mine']);
  });

  it('are 503 and no conflict when an attempt whose answer was lost goes on', async () => {
    let attempts = 0;
    gateway.answer(ProjectsServiceService.createProject, () => {
      attempts += 1;
      const going = new DomainError('ABORTED', 'IDEMPOTENCY_CONFLICT', 'still being worked on');
      return Promise.reject(attempts === 1 ? unavailable() : going);
    });
    expect((await createProject({ 'idempotency-key': 'mine' })).status).toBe(503);
    expect(attempts).toBe(2);
    expect((await createProject({ 'idempotency-key': 'mine' })).status).toBe(409);
  });
});

describe('a service that does not answer', () => {
  const balance = async (): Promise<number> => (await gateway.fetch('/v2/transactions/balance')).status;

  it('gets no more calls, and is called again once it recovers', async () => {
    let attempts = 0;
    gateway.answer(BillingServiceService.getBalance, () => {
      attempts += 1;
      return new Promise(() => undefined);
    });
    const statuses = await Promise.all(Array.from({ length: 20 }, balance));
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect(await balance()).toBe(503);
    expect(attempts).toBe(20);
    expect((await gateway.fetch(path)).status).toBe(200);
    const account = { organizationId: '', availableCents: 1, heldCents: 0, spentCents: 0, fundedCents: 1 };
    gateway.answer(BillingServiceService.getBalance, () => Promise.resolve({ account }));
    await eventually(async () => {
      expect(await balance()).toBe(200);
    });
  });

  it.each([
    ['an internal error', new DomainError('INTERNAL', 'INTERNAL', 'broken'), 500],
    ['an error of its own rules', new DomainError('UNAVAILABLE', 'ISSUER_UNAVAILABLE', 'busy'), 503],
  ])('is not one that answers with %s, which one tenant can cause for all', async (_what, error, status) => {
    gateway.answer(BillingServiceService.getBalance, () => Promise.reject(error));
    for (let attempt = 0; attempt < 40; attempt += 1) expect(await balance()).toBe(status);
    gateway.reset(BillingServiceService.getBalance);
    expect(await balance()).toBe(200);
  });

  it('is not held against it that clients ask for what is not there', async () => {
    for (let attempt = 0; attempt < 30; attempt += 1) {
      expect((await gateway.fetch('/v2/files/gone')).status).toBe(404);
    }
    expect((await gateway.fetch(path)).status).toBe(200);
  });
});

describe('the gateway', () => {
  it('finishes what is in flight when it stops', async () => {
    let release = (): void => undefined;
    let hasBegun = false;
    gateway.answer(FilesServiceService.getFile, async () => {
      hasBegun = true;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return { file: sampled(File) };
    });
    const answer = gateway.fetch(path);
    await eventually(() => {
      expect(hasBegun).toBe(true);
    });
    const stopped = gateway.stop();
    release();
    expect((await answer).status).toBe(200);
    await stopped;
  });

  it('is alive and, once a key could be looked up, ready, and counts answers by the pattern of the route', async () => {
    await gateway.fetch(path);
    const admin = (name: string) => fetch(`${gateway.adminUrl}/${name}`);
    expect([(await admin('healthz')).status, (await admin('readyz')).status]).toEqual([200, 200]);
    await eventually(async () => {
      expect(await (await admin('metrics')).text()).toMatch(
        /assay_http_requests_total\{method="GET",route="\/v2\/files\/:fileId",status="200",process="gateway"\} 1/u,
      );
    });
    await gateway.stopBackEnds();
    expect((await admin('readyz')).status).toBe(200);
  });

  it('is not ready before any key could be looked up', async () => {
    const unready = await gateway.startAnother({ IDENTITY_ORG_ADDRESS: '127.0.0.1:1' });
    expect((await fetch(`http://${unready.adminAddress}/readyz`)).status).toBe(503);
    expect((await fetch(`http://${unready.adminAddress}/healthz`)).status).toBe(200);
  });

  it('says no sniffing, framing or caching on every answer', async () => {
    const { hostname, port } = new URL(gateway.baseUrl);
    const sent = request({ hostname, port, path: '/v2/nowhere' }).end();
    const [response] = (await once(sent, 'response')) as [
      { headers: Record<string, string>; resume(): void },
    ];
    response.resume();
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });
});
