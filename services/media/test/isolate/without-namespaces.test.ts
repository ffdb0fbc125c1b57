import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { aviOf } from '../build-video.ts';
import { listKinds } from './confinements.ts';

const { ffmpegPath } = inject('servers');
const kinds = await listKinds();
const canTry = ffmpegPath !== undefined && kinds.includes('namespaces') && kinds.includes('landlock');

/** In a namespace of users that may have no further one, as the seccomp profile `RuntimeDefault` refuses them in a cluster. */
const refuseNamespaces = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"';

it.skipIf(!canTry)('FFmpeg measures a video under Landlock where namespaces are refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-landlock-'));
  const video = join(folder, 'video.avi');
  await writeFile(video, await aviOf(2));
  const script = fileURLToPath(new URL('../workers/decode-confined.ts', import.meta.url));
  const program = [process.execPath, '--conditions=source', script, ffmpegPath ?? '', video];
  const user = ['--user', '--map-root-user', 'sh', '-c', refuseNamespaces, 'refuse', ...program];
  const { stdout } = await promisify(execFile)('unshare', user);
  await rm(folder, { recursive: true });
  expect(JSON.parse(stdout)).toMatchObject({
    kind: 'landlock',
    description: expect.stringContaining('under Landlock and seccomp') as string,
    video: { ok: true, value: { frames: 20 } },
  });
});
