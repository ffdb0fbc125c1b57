import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findExtractor, frameSize } from '../../src/decoder/media-extractor.ts';
import type { MediaExtractor } from '../../src/decoder/media-extractor.ts';
import { readMono } from '../../src/decoder/pcm/read-mono.ts';
import { detectConfinement, isConfined } from '../../src/isolate/confinement.ts';
import { wavOf } from '../build-sound.ts';
import { aviOf } from '../build-video.ts';

const { ffmpegPath } = inject('servers');
const confinement = await detectConfinement();
const places = { configuredPath: ffmpegPath, searchPath: '', mayRunUnconfined: false };
const hasFfmpeg = ffmpegPath !== undefined && isConfined(confinement);
if (!hasFfmpeg) console.warn('no confined FFmpeg here: what is decoded beforehand is not tested');
const limits = { signal: new AbortController().signal, timeoutMs: 60_000, maxRssBytes: 512 * 2 ** 20 };

describe.skipIf(!hasFfmpeg)('findExtractor', () => {
  let folder: string;
  let extractor: MediaExtractor;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-extract-'));
    const found = await findExtractor(confinement, places);
    if (found === undefined) throw new Error('FFmpeg does not run');
    extractor = found;
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function extract(
    kind: Parameters<MediaExtractor['extract']>[0],
    content: Buffer,
    signal = limits.signal,
  ) {
    const path = join(folder, 'file');
    await writeFile(path, content);
    const to = join(folder, kind);
    const isThere = await extractor.extract(kind, path, to, { ...limits, signal });
    return { isThere, to };
  }

  it('writes sound as it is, mixed into one channel', async () => {
    const { isThere, to } = await extract('sound', wavOf({ seconds: 1, sampleRate: 8_000, amplitude: 0.5 }));
    expect(isThere).toBe(true);
    const sound = await readMono(to, 'pcm_s16le', 1e6);
    expect(sound).toMatchObject({ sampleRate: 8_000, isWhole: true });
    expect(sound?.samples.length).toBe(8_000);
    expect(sound?.samples.reduce((most, value) => Math.max(most, value), 0)).toBeCloseTo(0.5, 2);
  });

  it('writes each picture of a video in one size, and a line for each packet', async () => {
    const avi = await aviOf(2);
    const frames = await extract('frames', avi);
    expect((await stat(frames.to)).size).toBe(20 * frameSize.width * frameSize.height);
    const packets = await extract('packets', avi);
    const lines = (await readFile(packets.to, 'latin1')).split('\n');
    expect(lines.filter((line) => line.startsWith('0,'))).toHaveLength(20);
  });

  it('leaves nothing of what cannot be decoded, or is interrupted', async () => {
    expect((await extract('frames', wavOf({ seconds: 0.2 }))).isThere).toBe(false);
    expect((await extract('sound', Buffer.from('no sound'))).isThere).toBe(false);
    expect((await extract('sound', wavOf(), AbortSignal.abort())).isThere).toBe(false);
    expect((await readdir(folder)).toSorted()).toEqual(['file', 'packets']);
  });
});

it('lets what killed its decoder be tried again, instead of going on without', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-extract-'));
  const script = join(folder, 'ffmpeg');
  const path = join(folder, 'file');
  const to = join(folder, 'sound');
  await writeFile(path, wavOf({ seconds: 0.1 }));
  const version = `[ "$1" = -version ] && echo 'ffmpeg version 9.0.2' && exit`;
  await writeFile(script, `#!/bin/sh\n${version}\nkill -9 $$\n`, { mode: 0o755 });
  const unconfined = { kind: 'permissions', description: '' } as const;
  const killed = await findExtractor(unconfined, {
    configuredPath: script,
    searchPath: '',
    mayRunUnconfined: true,
  });
  await expect(killed?.extract('sound', path, to, limits)).rejects.toThrow('an internal error');
  expect((await readdir(folder)).toSorted()).toEqual(['ffmpeg', 'file']);
  await rm(folder, { recursive: true });
});
