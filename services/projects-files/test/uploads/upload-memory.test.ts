import { existsSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callBy } from '@assay/test-kit/test-platform';
import { closing, multipartType, partHeader, videoStart } from '../content.ts';
import { newProject } from '../new-project.ts';
import { startProcess } from '../own-process.ts';
import type { OwnProcess } from '../own-process.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { createUploader } from '../uploader.ts';

const mebibyte = 2 ** 20;
const chunk = Buffer.alloc(mebibyte, 'content of a video ');
const header = partHeader(
  'Content-Disposition: form-data; name="file"; filename="long.mp4"',
  'Content-Type: video/mp4',
);

let running: Started;
let service: OwnProcess;
beforeAll(async () => {
  running = await start({ ROLES: 'api' });
  service = await startProcess({ ...running.environment, ROLES: 'api' });
});
afterAll(async () => {
  await service.stop();
  await running.stop();
});

function* video(mebibytes: number): Generator<Uint8Array> {
  yield* [header, videoStart()];
  for (let index = 0; index < mebibytes; index += 1) yield chunk;
  yield closing;
}

function digest(mebibytes: number): string {
  const hash = createHash('sha256').update(videoStart());
  for (let index = 0; index < mebibytes; index += 1) hash.update(chunk);
  return hash.digest('hex');
}

it.skipIf(!existsSync('/proc/self/status'))(
  'takes a video of 1 GiB without holding more than 64 MB of it',
  async () => {
    const call = callBy();
    const projectId = await newProject(running, call);
    const { send } = createUploader(service.uploadAddress ?? '', running.signer);
    const upload = (mebibytes: number) =>
      send(call, projectId, {
        body: ReadableStream.from(video(mebibytes)),
        duplex: 'half',
        headers: multipartType,
      });
    // Code, connections and the buffers of an upload of any size are there after the first one.
    expect((await upload(16)).status).toBe(201);
    const before = await service.residentBytes();
    let most = before;
    const watch = setInterval(() => {
      void service.residentBytes().then((bytes) => (most = Math.max(most, bytes)));
    }, 20);
    const { status, file } = await upload(1_024);
    clearInterval(watch);
    expect(status).toBe(201);
    expect(file).toMatchObject({ sizeBytes: 1_024 * mebibyte + 32, sha256: digest(1_024) });
    expect((most - before) / mebibyte).toBeLessThan(64);
  },
);
