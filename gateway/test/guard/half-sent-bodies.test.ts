import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { eventually } from '@assay/test-kit/eventually';
import { openRequest } from '@assay/test-kit/attacks/half-sent';
import type { OpenRequest } from '@assay/test-kit/attacks/half-sent';
import { readMemory, resetPeak } from '@assay/test-kit/attacks/process-memory';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, principal } from '../credentials.ts';
import { startSampleServices } from '../sample-services.ts';
import type { SampleServices } from '../sample-services.ts';
import { gatewayEnvironment } from '../start-gateway.ts';
import { startProcess } from '../start-process.ts';

const requests = 500;
const maxGrowthBytes = 64 * 2 ** 20;
const bodyBytes = 999_000;
/** Refused clients need not send the rest. */
const firstBytes = 100_000;
const json = { 'content-type': 'application/json' };
const victimKey = 'assay_victim';

let services: SampleServices;
let gateway: Awaited<ReturnType<typeof startProcess>>;
let opened: OpenRequest[] = [];

beforeAll(async () => {
  const platform = createTestPlatform();
  services = await startSampleServices(platform);
  services.answer(AuthenticationServiceService.authenticateApiKey, (_call, { keySha256 }) =>
    Promise.resolve({
      principal: { ...principal, credentialId: keySha256.slice(0, 24), role: 'ROLE_ADMIN' },
    }),
  );
  gateway = await startProcess({
    ...gatewayEnvironment(platform, services.address),
    LOG_LEVEL: 'info',
    RATE_LIMIT_AUTHENTICATED: '100000',
    // Connections that a round has closed may still be open here when the next begins, and 512 of an address are answered 429.
    CONNECTIONS_PER_ADDRESS: '5000',
    // This process is the client and the back ends, so that these answer late while it sends.
    PRINCIPAL_CACHE_MS: '600000',
    CALL_TIMEOUT_MS: '60000',
  });
  // The first requests compile schemas, and the heap of V8 grows to the size that load needs.
  for (let round = 0; round < 20; round += 1)
    await Promise.all(Array.from({ length: 40 }, () => createProject()));
  await fetch(`${gateway.baseUrl}/v2/error-codes`, { headers: { 'x-api-key': apiKey } });
  // Connections need memory as well.
  for (let index = 0; index < requests; index += 1) open('/v2/projects', apiKey, json, 100);
  await eventually(() => {
    if (opened.some((request) => !request.isSent())) throw new Error('a request is not sent');
  });
  for (const request of opened) request.close();
  opened = [];
});
afterEach(() => {
  for (const request of opened) request.close();
  opened = [];
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

function open(
  path: string,
  key: string,
  headers: Readonly<Record<string, string>> = json,
  bytes = bodyBytes,
): OpenRequest {
  const first = Buffer.alloc(Math.min(bytes - 1, firstBytes), ' ');
  const length = { 'content-length': bytes.toString() };
  const request = openRequest(gateway.baseUrl, {
    path,
    headers: { ...headers, ...length, 'x-api-key': key },
    first,
  });
  opened.push(request);
  return request;
}

async function createProject(): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${gateway.baseUrl}/v2/projects`, {
    method: 'POST',
    headers: { ...json, 'x-api-key': victimKey },
    body: JSON.stringify({ name: 'Harbour' }),
  });
  expect(response.status).toBe(201);
  await response.arrayBuffer();
  return performance.now() - startedAt;
}

describe(`${requests.toString()} half-sent bodies`, () => {
  it.each([
    ['of an operation with small fields', '/v2/projects', json, 413],
    ['of an operation with large fields', '/v2/projects/p1/input-data', json, 429],
    ['of MCP', '/v2/mcp', json, 429],
    ['of evidence checks', '/v2/evidence-bundles/verify', { 'content-type': 'application/zip' }, 429],
  ])('%s take less than 64 MB, and others are served', async (_name, path, headers, refusal) => {
    const before = readMemory(gateway.pid).resident;
    resetPeak(gateway.pid);
    for (let index = 0; index < requests; index += 1) open(path, apiKey, headers);
    const last = opened.slice(-requests / 2);
    await eventually(() => {
      expect(last.filter((request) => request.hasEnded())).toHaveLength(last.length);
    });
    for (const request of opened)
      if (!request.hasEnded()) request.send(Buffer.alloc(bodyBytes - 1 - firstBytes, ' '));
    await expect.poll(() => opened.every((request) => request.isSent() || request.hasEnded())).toBe(true);
    // A client that still sends when its connection is closed may lose the answer.
    const answers = (await Promise.allSettled(last.map((request) => request.answer()))).flatMap((settled) =>
      settled.status === 'fulfilled' ? [settled.value] : [],
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([refusal]));
    expect(answers[0]?.retryAfter).toBe(refusal === 429 ? '1' : undefined);
    await createProject();
    expect(readMemory(gateway.pid).peak - before).toBeLessThan(maxGrowthBytes);
  });

  it('that are cut off are one line of the log, without a stack', async () => {
    for (let index = 0; index < 5; index += 1) open('/v2/organizations', apiKey, json, 50_000);
    await expect.poll(() => opened.every((request) => request.isSent())).toBe(true);
    for (const request of opened) request.close();
    const route = '/v2/organizations';
    const lines = (): string[] => gateway.log.filter((line) => line.includes(`"route":"${route}"`));
    await expect.poll(() => lines().length).toBe(1);
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ msg: 'clients disconnected', route, count: 5 });
    expect(gateway.log.filter((line) => line.includes('stack'))).toEqual([]);
  });
});
