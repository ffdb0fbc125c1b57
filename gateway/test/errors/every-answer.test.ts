import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { DomainError } from '@assay/chassis/errors';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { File } from '@assay/proto/files/v1/file';
import { Invitation } from '@assay/proto/organizations/v1/invitation';
import { Project } from '@assay/proto/projects/v1/project';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiKey, sampled } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
const key = { 'x-api-key': apiKey };
const json = { ...key, 'content-type': 'application/json' };

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

function form(): FormData {
  const data = new FormData();
  data.set('file', new Blob(['x']), 'x.jpg');
  return data;
}

const answers: readonly (readonly [string, number, string, RequestInit])[] = [
  ['a result', 200, '/v2/limits', { headers: key }],
  ['a redirect', 302, `/v2/files/${sampled(File).id}/download`, { headers: key }],
  ['the way to the issuer', 302, '/v2/auth/start', { headers: {} }],
  ['the explorer', 200, '/v2', { headers: {} }],
  // `fetch` of Node.js can crash when a connection closes before it has decompressed a large body.
  ["the explorer's script", 200, '/v2/js/scalar.js', { headers: { 'accept-encoding': 'identity' } }],
  ['the document', 200, '/v2/openapi.json', { headers: {} }],
  ['the summary', 200, '/v2/llms.txt', { headers: {} }],
  ['a page', 200, `/v2/invitations/${sampled(Invitation).id}/answer`, { headers: {} }],
  ['nothing at all', 204, '/favicon.ico', { headers: {} }],
  ['a missing credential', 401, '/v2/limits', { headers: {} }],
  ['an unknown address', 404, '/nowhere', { headers: {} }],
  ['another method', 405, '/v2/limits', { method: 'DELETE', headers: key }],
  ['a wrong value', 400, '/v2/projects?limit=0', { headers: key }],
  ['no JSON', 400, '/v2/projects', { method: 'POST', headers: json, body: '{' }],
  ['too much', 413, '/v2/projects', { method: 'POST', headers: json, body: ' '.repeat(1_048_577) }],
  [
    'another type',
    415,
    '/v2/projects',
    { method: 'POST', headers: { ...key, 'content-type': 'a/b' }, body: 'x' },
  ],
  [
    'an upload without a listener',
    503,
    `/v2/projects/${sampled(Project).id}/files`,
    { method: 'POST', headers: key, body: form() },
  ],
  ['a failure', 500, '/v2/transactions/balance', { headers: key }],
];

it.each(answers)('%s says its request, its limits and its policy (%i)', async (_name, status, path, init) => {
  gateway.answer(BillingServiceService.getBalance, () =>
    Promise.reject(new DomainError('INTERNAL', 'X', 'broken')),
  );
  const response = await gateway.fetch(path, init);
  const text = await response.text();
  const said = Object.fromEntries(response.headers);
  expect(response.status).toBe(status);
  expect(said).toMatchObject({
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/u) as string,
    'x-ratelimit-limit': expect.stringMatching(/^\d+$/u) as string,
    'x-ratelimit-remaining': expect.stringMatching(/^\d+$/u) as string,
    'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/u) as string,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'") as string,
  });
  expect(said).not.toHaveProperty('access-control-allow-origin');
  expect(said['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
  const requestId =
    status < 400 ? undefined : (JSON.parse(text) as { error: { requestId: string } }).error.requestId;
  expect(requestId).toBe(status < 400 ? undefined : said['x-request-id']);
});

it('is given to another origin as to any, for its browser to withhold', async () => {
  const { hostname, port } = new URL(gateway.baseUrl);
  const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
  const sent = request({ hostname, port, path: '/v2/projects', method: 'OPTIONS', headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(405);
  expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});
