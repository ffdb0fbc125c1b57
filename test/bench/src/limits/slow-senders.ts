import { setTimeout as wait } from 'node:timers/promises';
import { newApiKey, newOrganization } from '@assay/test-kit/organizations';
import { createRest } from '@assay/test-kit/rest';
import type { BenchPlatform } from '../bench-platform.ts';
import { printTable, say } from '../report.ts';
import { residentMb } from './process-memory.ts';
import { sendSlowly } from './slow-sender.ts';
import type { SlowSender } from './slow-sender.ts';

const mebibyte = 2 ** 20;
const partBytes = 8 * mebibyte;
const slowParts = 100;
const goalMb = 400;
/** Every drip keeps the minimum pace of uploads. */
const bytesPerSecond = 5_000;
const goalSeconds = 25;

interface Tenant {
  readonly key: string;
  readonly projectId: string;
}

async function newTenant({ platform }: BenchPlatform): Promise<Tenant> {
  const owner = createRest(platform.baseUrl, platform.apiKey);
  const { id } = await newOrganization(owner);
  const { key } = await newApiKey(owner, { organizationIds: [id] });
  const { body } = await createRest(platform.baseUrl, key).post('/v2/projects', { name: 'slow senders' });
  return { key, projectId: body.id as string };
}

/** Returns the path of the parts of a new upload. */
async function beginUpload(
  { platform }: BenchPlatform,
  { key, projectId }: Tenant,
  parts: number,
): Promise<string> {
  const rest = createRest(platform.baseUrl, key);
  const video = { name: 'film.mp4', mimeType: 'video/mp4', size: parts * partBytes };
  const { body } = await rest.post(`/v2/projects/${projectId}/uploads`, video);
  return `${platform.baseUrl}/v2/projects/${projectId}/uploads/${body.uploadId as string}/parts`;
}

/** Watches the memory of projects-files while `work` runs. */
async function watchMemory<T>(
  { platform }: BenchPlatform,
  work: () => Promise<T>,
): Promise<{ readonly before: number; readonly most: number; readonly result: T }> {
  const read = (): number => residentMb(platform.processes['projects-files'].pid);
  const before = read();
  let most = before;
  const watching = setInterval(() => (most = Math.max(most, read())), 100);
  const result = await work();
  clearInterval(watching);
  return { before, most, result };
}

interface Timed {
  readonly status: number;
  readonly seconds: number;
}

async function time(send: () => Promise<{ readonly status: number }>): Promise<Timed> {
  const startedAt = performance.now();
  const { status } = await send();
  return { status, seconds: (performance.now() - startedAt) / 1_000 };
}

/** The time of another request that runs while slow ones go on, and the statuses of the slow ones. */
interface OtherRequest extends Timed {
  readonly statuses: string;
}

/** Sends another request after the slow ones have begun, and ends the slow ones after it. */
async function timeOtherRequest(
  senders: readonly SlowSender[],
  { beforeMs, afterMs = 0 }: { readonly beforeMs: number; readonly afterMs?: number },
  send: () => Promise<{ readonly status: number }>,
): Promise<OtherRequest> {
  await wait(beforeMs);
  const timed = await time(send);
  await wait(afterMs);
  const statuses = describeStatuses(senders);
  for (const { end } of senders) end();
  return { ...timed, statuses };
}

export interface PartsFigures {
  readonly before: number;
  readonly most: number;
  readonly other: OtherRequest;
}

/** 100 parts of one organization that stop just before their end, and one part of another organization beside them. */
export async function sendSlowParts(bench: BenchPlatform): Promise<PartsFigures> {
  const attacker = await newTenant(bench);
  const other = await newTenant(bench);
  const path = await beginUpload(bench, attacker, slowParts);
  const otherPath = await beginUpload(bench, other, 1);
  const body = Buffer.alloc(partBytes);
  Buffer.from('\0\0\0\x18ftypisom', 'latin1').copy(body);
  const { result, ...memory } = await watchMemory(bench, () => {
    const senders = Array.from({ length: slowParts }, (_, index) =>
      sendSlowly({
        method: 'PUT',
        url: `${path}/${index + 1}`,
        headers: { 'x-api-key': attacker.key },
        first: Buffer.alloc(partBytes - mebibyte, index),
        length: partBytes,
        bytesPerSecond,
      }),
    );
    return timeOtherRequest(senders, { beforeMs: 15_000, afterMs: 15_000 }, () =>
      fetch(`${otherPath}/1`, { method: 'PUT', headers: { 'x-api-key': other.key }, body }),
    );
  });
  return { ...memory, other: result };
}

/** Four imports each of two organizations that never end, and one of a third organization beside them. */
async function sendSlowImports(bench: BenchPlatform): Promise<OtherRequest> {
  const first = await newTenant(bench);
  const second = await newTenant(bench);
  const other = await newTenant(bench);
  const senders = [first, second].flatMap(({ key, projectId }) =>
    Array.from({ length: 4 }, () =>
      sendSlowly({
        method: 'POST',
        url: `${bench.platform.baseUrl}/v2/projects/${projectId}/input-data/from-csv`,
        headers: { 'x-api-key': key, 'content-type': 'multipart/form-data; boundary=b' },
        first: Buffer.from(
          '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\ncity\r\n',
        ),
        length: 10 * mebibyte,
        bytesPerSecond,
      }),
    ),
  );
  return timeOtherRequest(senders, { beforeMs: 3_000 }, () => {
    const body = new FormData();
    body.set('language', 'de');
    body.set('file', new Blob(['city\nHamburg\n']), 'places.csv');
    const url = `${bench.platform.baseUrl}/v2/projects/${other.projectId}/input-data/from-csv`;
    return fetch(url, { method: 'POST', headers: { 'x-api-key': other.key }, body });
  });
}

/** Four bundles of one address that never end, and one of another address beside them. */
async function sendSlowBundles({ platform }: BenchPlatform): Promise<OtherRequest> {
  const url = `${platform.baseUrl}/v2/evidence-bundles/verify`;
  const bundle = { method: 'POST', url, headers: { 'content-type': 'application/zip' } } as const;
  const drip = { first: Buffer.from('PK'), length: mebibyte, bytesPerSecond: 1 };
  const senders = Array.from({ length: 4 }, () => sendSlowly({ ...bundle, ...drip }));
  return timeOtherRequest(senders, { beforeMs: 2_000 }, async () => {
    const whole = { ...bundle, first: Buffer.from('PK'), length: 2, bytesPerSecond: 1 };
    const other = sendSlowly({ ...whole, localAddress: '127.0.0.2' });
    while (other.status() === 0) await wait(10);
    return { status: other.status() };
  });
}

function describeStatuses(senders: readonly SlowSender[]): string {
  const counts = new Map<number, number>();
  for (const sender of senders) counts.set(sender.status(), (counts.get(sender.status()) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} ${status === 0 ? 'open' : status}`).join(', ');
}

const describe = ({ status, seconds }: Timed): string => `${status} after ${seconds.toFixed(1)} s`;

/** Prints how slow bodies affect others. Returns true when the goals are met; `unlimited` has the places of earlier versions. */
export async function reportSlowSenders(bench: BenchPlatform, unlimited: PartsFigures): Promise<boolean> {
  const parts = await sendSlowParts(bench);
  say(
    `\n${slowParts} slow parts of one organization (goal: below ${goalMb} MB, and the part of another one is stored)`,
  );
  const row = (name: string, { before, most, other }: PartsFigures): string[] => [
    ...[name, `${before} MB`, `${most} MB`, other.statuses, describe(other)],
  ];
  printTable(
    ['', 'at rest', 'most', 'slow parts', 'the other part'],
    row('a place for every part, as before', unlimited),
    row('default settings', parts),
  );
  const imports = await sendSlowImports(bench);
  const bundles = await sendSlowBundles(bench);
  say(`\nslow bodies, and the request of somebody else beside them (goal: served within ${goalSeconds} s)`);
  printTable(
    ['', 'slow requests', 'the other request', 'before'],
    ['8 imports of two organizations', imports.statuses, describe(imports), 'refused for up to 41 minutes'],
    ['4 bundles of one address', bundles.statuses, describe(bundles), 'refused while they last'],
  );
  const isServed = ({ status, seconds }: Timed): boolean => status < 300 && seconds < goalSeconds;
  return parts.most < goalMb && [parts.other, imports, bundles].every(isServed);
}
