/** Costly texts, unfinished bodies and slow evidence checks of one client do not delay the others. */
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { openRequest } from '@assay/test-kit/attacks/half-sent';
import type { OpenRequest } from '@assay/test-kit/attacks/half-sent';
import { newApiKey, newOrganization } from '@assay/test-kit/organizations';
import { readMemory, resetPeak } from '@assay/test-kit/attacks/process-memory';
import { createRest } from '@assay/test-kit/rest';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { measureP95 } from './victim.ts';

const isWhole = process.env['FAULTS'] === 'whole';
const victimRequests = 100;
const requests = 500;
const bodyBytes = 999_000;
const maxGrowthBytes = 64 * 2 ** 20;
const json = { 'content-type': 'application/json' };
const zip = { 'content-type': 'application/zip' };
/** It is complete with a brace at its end. */
const message = '{"jsonrpc":"2.0","id":1,"method":"tools/list"';
/** Times below this are noise of the machine. */
const noiseMs = 20;

let platform: LaunchedPlatform;
let attackerKey: string;
let victimKey: string;
let opened: OpenRequest[] = [];

beforeAll(async () => {
  if (!isWhole) return;
  platform = await launchPlatform({
    servers: inject('servers'),
    variables: { RATE_LIMIT_AUTHENTICATED: '1000000', RATE_LIMIT_ANONYMOUS: '1000000' },
  });
  const owner = createRest(platform.baseUrl, platform.apiKey);
  const openKey = async (): Promise<string> => {
    const { id } = await newOrganization(owner);
    return (await newApiKey(owner, { organizationIds: [id], role: 'admin' })).key;
  };
  [attackerKey, victimKey] = [await openKey(), await openKey()];
  await measureP95(victimRequests, createProject);
});
afterEach(() => {
  for (const request of opened) request.close();
  opened = [];
});
afterAll(async () => {
  if (isWhole) await platform.stop();
});

function createProject(): Promise<Response> {
  const body = JSON.stringify({ name: 'Harbour' });
  return fetch(`${platform.baseUrl}/v2/projects`, {
    method: 'POST',
    headers: { ...json, 'x-api-key': victimKey },
    body,
  });
}

function checkBundle(): Promise<Response> {
  return fetch(`${platform.baseUrl}/v2/evidence-bundles/verify`, {
    method: 'POST',
    headers: zip,
    body: 'PK',
  });
}

function openHalf(path: string, headers: Readonly<Record<string, string>>, localAddress = '127.0.0.1'): void {
  const announced = { ...headers, 'content-length': bodyBytes.toString() };
  const first = `${message}${' '.repeat(bodyBytes - 1 - message.length)}`;
  opened.push(openRequest(platform.baseUrl, { path, headers: announced, first, localAddress }));
}

/** Waits until each body is sent but for its end, or refused. */
async function untilSent(): Promise<void> {
  await expect.poll(() => opened.every((request) => request.isSent() || request.hasEnded())).toBe(true);
}

/** Compares the times of others during an attack with those before and after it, because the machine may do other work as well. */
async function expectServed(
  name: string,
  send: () => Promise<Response>,
  { before, attacked }: { readonly before: number; readonly attacked: number },
): Promise<void> {
  for (const request of opened) request.close();
  const alone = Math.max(before, await measureP95(victimRequests, send));
  console.log(`${name}: p95 of others ${alone.toFixed(1)} ms alone, ${attacked.toFixed(1)} ms beside it`);
  expect(attacked).toBeLessThan(2 * Math.max(alone, noiseMs));
}

describe.runIf(isWhole)('others are served in at most twice the time alone', () => {
  it('beside texts that are hard to validate', async () => {
    const before = await measureP95(victimRequests, createProject);
    const body = JSON.stringify({ text: `${'a'.repeat(9_999)}\0` });
    const sending = new AbortController();
    const attack = async (): Promise<void> => {
      while (!sending.signal.aborted) {
        const headers = { ...json, 'x-api-key': attackerKey };
        await fetch(`${platform.baseUrl}/v2/files/x/comments`, { method: 'POST', headers, body });
        await wait(100);
      }
    };
    const attacking = Promise.all([attack(), attack()]);
    const attacked = await measureP95(victimRequests, createProject);
    sending.abort();
    await attacking;
    await expectServed('texts', createProject, { before, attacked });
  });

  it.each([
    ['half-sent bodies with small fields', '/v2/organizations', false],
    ['half-sent bodies with large fields', '/v2/projects/x/input-data', false],
    ['half-sent messages of MCP', '/v2/mcp', false],
    ['whole messages of MCP', '/v2/mcp', true],
  ])(`beside ${requests.toString()} %s by one key`, async (name, path, isWholeBody) => {
    const beforeMs = await measureP95(victimRequests, createProject);
    const processes = Object.entries({
      gateway: platform.processes.gateway,
      mcp: platform.processes.mcp,
    }).map(([process, { pid = 0 }]) => ({ process, pid, before: readMemory(pid).resident }));
    for (const { pid } of processes) resetPeak(pid);
    for (let index = 0; index < requests; index += 1) openHalf(path, { ...json, 'x-api-key': attackerKey });
    await untilSent();
    if (isWholeBody) for (const request of opened) request.send('}', true);
    const attacked = await measureP95(victimRequests, createProject);
    for (const { process, pid, before } of processes) {
      const growth = readMemory(pid).peak - before;
      console.log(`${name}: ${process} ${mebibytes(before)} MB and ${mebibytes(growth)} MB more`);
      expect(growth).toBeLessThan(maxGrowthBytes);
    }
    await expectServed(name, createProject, { before: beforeMs, attacked });
  });

  it('beside evidence checks that 12 addresses do not end', async () => {
    const before = await measureP95(victimRequests, checkBundle);
    for (let address = 1; address <= 12; address += 1)
      for (let sent = 0; sent < 8; sent += 1)
        openHalf('/v2/evidence-bundles/verify', zip, `127.0.1.${address.toString()}`);
    await untilSent();
    const attacked = await measureP95(victimRequests, checkBundle);
    await expectServed('evidence checks', checkBundle, { before, attacked });
  });
});

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}
