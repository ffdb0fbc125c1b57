import { DomainError } from '@assay/chassis/errors';
import { BundleKeySet, BundleLink, BundleVerification } from '@assay/proto/evidence/v1/evidence_bundle';
import { EvidenceBundlesServiceService } from '@assay/proto/evidence/v1/evidence_bundles_service';
import { openRequest } from '@assay/test-kit/attacks/half-sent';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, sampled } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterEach(() => {
  gateway.reset();
});
afterAll(() => gateway.stop());

const { createBundleLink, verifyBundle } = EvidenceBundlesServiceService;
const zip = { 'content-type': 'application/zip' };

function verify(body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string> = zip) {
  return gateway.fetch('/v2/evidence-bundles/verify', { method: 'POST', headers, body });
}

describe('an evidence bundle', () => {
  it('is downloaded through a redirect to a link', async () => {
    const calls = gateway.record(createBundleLink);
    const path = '/v2/projects/p1/verification-runs/r1/evidence-bundle';
    const answer = await gateway.fetch(path, { headers: { 'x-api-key': apiKey } });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, sampled(BundleLink).url]);
    expect(calls.map(({ request }) => request)).toMatchObject([{ runId: 'r1', projectId: 'p1' }]);
  });

  it('is downloaded by a link of its own where the credential must not follow a redirect', async () => {
    const path = '/v2/projects/p1/verification-runs/r1/evidence-bundle?answer=link';
    const answer = await gateway.fetch(path, { headers: { 'x-api-key': apiKey } });
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
    const { url, expiresAt } = sampled(BundleLink);
    expect(await answer.json()).toEqual({ url, expiresAt: expiresAt?.toISOString() });
    const other = await gateway.fetch(path.replace('=link', '=zip'), { headers: { 'x-api-key': apiKey } });
    expect(other.status).toBe(400);
  });

  it('is not there before its run is completed', async () => {
    const details = { state: 'running', allowed: ['completed'] };
    gateway.answer(createBundleLink, () =>
      Promise.reject(
        new DomainError('FAILED_PRECONDITION', 'RUN_NOT_COMPLETED', 'there is none yet', { details }),
      ),
    );
    const path = '/v2/projects/p1/verification-runs/r1/evidence-bundle';
    const answer = await gateway.fetch(path, { headers: { 'x-api-key': apiKey } });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ error: { code: 'INVALID_STATE', details } });
  });

  it('is checked byte by byte, whoever sends it, by the gateway in its own name', async () => {
    const calls = gateway.record(verifyBundle);
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
    const answer = await verify(bytes);
    expect([answer.status, await answer.json()]).toEqual([200, sampled(BundleVerification)]);
    expect(calls.map(({ request, call }) => [request.content.equals(bytes), call.actor])).toEqual([
      [true, { kind: 'service', service: 'gateway' }],
    ]);
    expect((await verify(bytes, { ...zip, 'x-api-key': 'nobody' })).status).toBe(200);
  });

  it('must be a zip archive by its type, not empty and not too large', async () => {
    const readCode = async (answer: Response) => {
      const { error } = (await answer.json()) as { error: { code: string } };
      return [answer.status, error.code];
    };
    expect(await readCode(await verify(''))).toEqual([400, 'VALIDATION_ERROR']);
    expect(await readCode(await verify('{}', { 'content-type': 'application/json' }))).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ]);
    expect(await readCode(await verify(new Uint8Array(15 * 2 ** 20 + 1)))).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
    ]);
  });

  it('refuses more bytes of an address than it may send at a time, and serves other addresses', async () => {
    const drips = Array.from({ length: 12 }, (_, index) => begin(`127.0.1.${index + 1}`, 14 * 2 ** 20));
    const other = begin('127.0.1.1', 3 * 2 ** 20);
    expect(await other.answer()).toMatchObject({ status: 429, retryAfter: '1' });
    const served = begin('127.0.0.2', 100);
    served.send('x', true);
    expect((await served.answer()).status).toBe(200);
    for (const drip of drips) drip.close();
  });

  it('is checked at two places of an address, so that checks of others need not wait', async () => {
    const waiting: (() => void)[] = [];
    gateway.answer(verifyBundle, async () => {
      if (waiting.length < 2) await new Promise<void>((resolve) => waiting.push(resolve));
      return { verification: sampled(BundleVerification) };
    });
    const slow = Array.from({ length: 3 }, () => verify('bundle'));
    await expect.poll(() => waiting.length).toBe(2);
    const other = begin('127.0.0.2', 100);
    other.send('x', true);
    expect((await other.answer()).status).toBe(200);
    for (const end of waiting) end();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('whose client disconnects is counted, and is no error', async () => {
    const drips = Array.from({ length: 5 }, () => begin('127.0.0.1', 100_000));
    const name = 'assay_http_cut_requests_total';
    const route = '/v2/evidence-bundles/verify';
    const count = async (): Promise<number> => {
      const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text();
      const line = metrics.split('\n').find((text) => text.startsWith(`${name}{route="${route}"`));
      return Number(line?.split(' ').at(-1) ?? 0);
    };
    const before = await count();
    await expect.poll(() => drips.every(({ isSent }) => isSent())).toBe(true);
    for (const drip of drips) drip.close();
    await expect.poll(count).toBe(before + 5);
  });
});

/** Begins a request whose body is sent but for its last byte. */
function begin(localAddress: string, bytes: number) {
  return openRequest(gateway.baseUrl, {
    path: '/v2/evidence-bundles/verify',
    localAddress,
    headers: { ...zip, 'content-length': bytes.toString() },
    first: Buffer.alloc(Math.min(bytes, 1_000_000) - 1),
  });
}

it('lists the keys of evidence bundles to everybody', async () => {
  const answer = await gateway.fetch('/v2/keys');
  expect([answer.status, await answer.json()]).toEqual([200, sampled(BundleKeySet)]);
});
