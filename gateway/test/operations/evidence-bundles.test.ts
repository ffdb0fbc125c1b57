import { request } from 'node:http';
import { DomainError } from '@assay/chassis/errors';
import { BundleKeySet, BundleLink, BundleVerification } from '@assay/proto/evidence/v1/evidence_bundle';
import { EvidenceBundlesServiceService } from '@assay/proto/evidence/v1/evidence_bundles_service';
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

  it('leaves places for other addresses when bundles of one address arrive slowly', async () => {
    const drips = Array.from({ length: 10 }, () => begin(gateway.baseUrl, '127.0.0.1'));
    await expect.poll(() => drips.every(({ isSent }) => isSent())).toBe(true);
    const refused = await verify('bundle');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    const other = begin(gateway.baseUrl, '127.0.0.2');
    expect(await other.end()).toBe(200);
    expect(await Promise.all(drips.map(({ end }) => end()))).toEqual(Array.from(drips, () => 200));
  });
});

/** Begins a request whose body is sent but for its last byte. Only its end has the response. */
function begin(baseUrl: string, localAddress: string) {
  const sending = request(`${baseUrl}/v2/evidence-bundles/verify`, {
    method: 'POST',
    localAddress,
    headers: { ...zip, 'content-length': '100' },
  });
  const status = new Promise<number>((resolve, reject) => {
    sending.on('response', ({ statusCode = 0 }) => {
      resolve(statusCode);
    });
    sending.on('error', reject);
  });
  let isSent = false;
  sending.write(Buffer.alloc(99), () => (isSent = true));
  return {
    isSent: () => isSent,
    end: () => {
      sending.end('x');
      return status;
    },
  };
}

it('lists the keys of evidence bundles to everybody', async () => {
  const answer = await gateway.fetch('/v2/keys');
  expect([answer.status, await answer.json()]).toEqual([200, sampled(BundleKeySet)]);
});
