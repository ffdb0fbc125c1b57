import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile, copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findExtractor } from '@assay/media/decoder/media-extractor';
import { detectConfinement, isConfined } from '@assay/media/isolate/confinement';
import { describe, expect, inject, it } from 'vitest';
import { aviOf } from '../../../media/test/build-video.ts';
import { createStageExecutor } from '../../src/stages/stage-executor.ts';

const { ffmpegPath } = inject('servers');
const confinement = await detectConfinement();
const hasFfmpeg = ffmpegPath !== undefined && isConfined(confinement);
if (!hasFfmpeg) console.warn('no confined FFmpeg here: what is seen in videos is not tested');

const collection = resolve(import.meta.dirname, '../../../../../shared/media/av');
const videos = existsSync(collection)
  ? readdirSync(collection).filter((name) => /\.(mp4|mov)$/.test(name))
  : [];
const checks = ['video-timing', 'video-coding-rhythm', 'video-frames', 'audio-bandwidth', 'audio-repeats'];

/** What the checks find in videos, in a child and by a decoder as the service has them. */
async function examine(put: readonly ((path: string) => Promise<unknown>)[], withDecoder = true) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-videos-'));
  const places = { configuredPath: ffmpegPath, searchPath: '', mayRunUnconfined: false };
  const extractor = withDecoder ? await findExtractor(confinement, places) : undefined;
  const executor = createStageExecutor({ size: 1, processorMs: 180_000, trustList: undefined, extractor });
  try {
    const found = [];
    for (const [index, write] of put.entries()) {
      const path = join(folder, String(index));
      await write(path);
      const files = [{ id: 'a', name: 'video', mimeType: 'video/mp4', enrichment: {} }];
      const job = { checks, withPreview: false, files, paths: [path], claims: {} };
      found.push((await executor.execute(job, new AbortController().signal)).results);
    }
    return found;
  } finally {
    await executor.close();
    await rm(folder, { recursive: true });
  }
}

describe.skipIf(!hasFfmpeg)('videos that are decoded for their checks', () => {
  it('are examined in a child that has no decoder of them', async () => {
    const [results] = await examine([async (path) => writeFile(path, await aviOf(5))]);
    const applies = results?.map(({ check, applicability }) => [check, applicability.applicable]);
    expect(applies).toEqual([
      ['video-timing', true],
      ['video-coding-rhythm', false],
      ['video-frames', true],
      ['audio-bandwidth', false],
      ['audio-repeats', false],
    ]);
    expect(results?.map(({ facts }) => facts['pictures'] ?? facts['frames']).filter(Boolean)).toEqual([
      50, 50,
    ]);
  });

  it('are examined by their containers alone where there is no decoder', async () => {
    const [results] = await examine([async (path) => writeFile(path, await aviOf(5))], false);
    expect(results?.map(({ applicability }) => applicability.applicable)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it.skipIf(videos.length === 0)('weigh nothing where nobody changed them', async () => {
    const found = await examine(videos.map((name) => (path) => copyFile(join(collection, name), path)));
    const weighed = found.flatMap((results, index) =>
      results.map(({ check, llrManipulated, statement, facts }) => ({
        video: videos[index],
        check,
        llrManipulated,
        statement,
        problem: facts['problem'],
      })),
    );
    expect(
      weighed.filter(({ problem, llrManipulated }) => problem !== undefined || llrManipulated > 0),
    ).toEqual([]);
  });
});
