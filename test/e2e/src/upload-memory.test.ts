import { existsSync, readFileSync } from 'node:fs';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const mebibyte = 2 ** 20;
const boundary = 'assay-e2e-boundary';
// An MP4 begins with its brand; what follows may be anything here, since nobody plays it.
const videoStart = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom\0\0\0\0isommp42', 'latin1'),
]);
const hasProc = existsSync('/proc/self/status');
let platform: LaunchedPlatform;

beforeAll(async () => {
  platform = await launchPlatform({ servers: inject('servers') });
});

afterAll(() => platform.stop());

describe.skipIf(!hasProc)('an upload of 1 GB (needs /proc)', () => {
  it('raises the memory of neither the gateway nor projects-files by more than 64 MB', async () => {
    const rest = createRest(platform.baseUrl, platform.apiKey);
    const { body: project } = await rest.post('/v2/projects', { name: 'Long videos' });
    // Code and buffers of first uploads are no part of what a file costs.
    for (const mebibytes of [1, 32]) expect((await upload(project.id, mebibytes)).status).toBe(201);
    const processes = [platform.processes.gateway, platform.processes['projects-files']];
    const before = processes.map(({ pid }) => residentMebibytes(pid));
    const most = [...before];
    const watch = setInterval(() => {
      processes.forEach(
        ({ pid }, index) => (most[index] = Math.max(most[index] ?? 0, residentMebibytes(pid))),
      );
    }, 20);
    const answer = await upload(project.id, 954);
    clearInterval(watch);
    expect([answer.status, await answer.json()]).toMatchObject([
      201,
      { size: 954 * mebibyte + videoStart.length },
    ]);
    const growth = most.map((mebibytes, index) => mebibytes - (before[index] ?? 0));
    for (const mebibytes of growth) expect(mebibytes).toBeLessThan(64);
  });
});

function upload(projectId: string, mebibytes: number): Promise<Response> {
  const request = {
    method: 'POST',
    headers: { 'x-api-key': platform.apiKey, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: ReadableStream.from(video(mebibytes)),
    duplex: 'half',
  };
  return fetch(`${platform.baseUrl}/v2/projects/${projectId}/files`, request as RequestInit);
}

function* video(mebibytes: number): Generator<Uint8Array> {
  const chunk = Buffer.alloc(mebibyte, 'what a video may contain ');
  const disposition = 'Content-Disposition: form-data; name="file"; filename="long.mp4"';
  yield Buffer.from(`--${boundary}\r\n${disposition}\r\nContent-Type: video/mp4\r\n\r\n`);
  yield videoStart;
  for (let index = 0; index < mebibytes; index += 1) yield chunk;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

/** What the kernel counts as resident. */
function residentMebibytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid ?? 0}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1]) / 1_024;
}
