import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { VideoTools } from './encode-video.ts';
import { videoFiles } from './video-files.ts';

/** What would be made of a video of 40 packets, at the end of each of which so many are empty. */
async function kindsOf(empty: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'video-files-'));
  const packets = Array.from(
    { length: 40 },
    (_, i) => `0, ${String(i)}, ${String(i)}, 1, ${i < 40 - empty ? '900' : '0'}, 0x1`,
  );
  const tools: VideoTools = {
    extractor: {
      extract: async (_kind, _path, to) => {
        await writeFile(to, ['#tb 0: 1/25', '#media_type 0: video', ...packets, ''].join('\n'));
        return true;
      },
    },
    encode: (_from, _to, { before }) => Promise.resolve(before === undefined),
  };
  const kinds: string[] = [];
  const video = { path: '/nowhere', name: 'video.avi' };
  for await (const { kind } of videoFiles(video, { changes: ['shown again'], folder, tools }))
    kinds.push(kind);
  await rm(folder, { recursive: true });
  return kinds;
}

it('counts no empty packet as a picture, so that a change lies within those there are', async () => {
  expect(await kindsOf(10)).toEqual([]);
});

it('leaves out what FFmpeg does not write', async () => {
  const kinds = await kindsOf(0);
  expect(kinds).toContain('shown again');
  expect(kinds).not.toContain('begun later');
});
