import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findDecoder } from '../../src/decoder/find-decoder.ts';
import type { FoundDecoder } from '../../src/decoder/find-decoder.ts';
import { createAvReader } from '../../src/enrich/av-reader.ts';
import type { AvReader } from '../../src/enrich/av-reader.ts';
import { createEnrichmentPool } from '../../src/enrich/enrichment-pool.ts';
import { detectConfinement, isConfined } from '../../src/isolate/confinement.ts';
import type { Confinement } from '../../src/isolate/confinement.ts';
import { mp3Of, wavOf } from '../build-sound.ts';
import { aviOf } from '../build-video.ts';
import { hasSharedMedia, sharedMedia } from '../shared-media.ts';

const { ffmpegPath } = inject('servers');
const canConfine = isConfined(await detectConfinement());
if (ffmpegPath === undefined || !canConfine)
  console.warn('no confined FFmpeg here: images of videos are not tested');
const hasFfmpeg = ffmpegPath !== undefined && canConfine;
const maxRssBytes = 512 * 2 ** 20;
const never = new AbortController().signal;
const limits = { signal: never, timeoutMs: 20_000, maxRssBytes };
const pool = createEnrichmentPool();
let folder: string;
let video: string;

async function find(
  path: string | undefined,
  confinement?: Confinement,
  mayRunUnconfined = false,
): Promise<FoundDecoder> {
  const choice = { configuredPath: path, searchPath: '', mayRunUnconfined };
  return findDecoder(pool, confinement ?? (await detectConfinement()), choice);
}

async function readerWith(path: string | undefined): Promise<AvReader> {
  return createAvReader({ pool, decoder: (await find(path)).decoder, timeoutMs: 20_000, maxRssBytes });
}

async function stored(name: string, content: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-video-'));
  video = await stored('video.avi', await aviOf());
});
afterAll(async () => {
  await pool.close();
  await rm(folder, { recursive: true });
});

const declared = {
  detectedMimeType: 'video/x-msvideo',
  durationSeconds: 2,
  width: 160,
  height: 120,
  frameRate: 10,
  videoCodec: 'mjpeg',
  rotation: 0,
  streams: [expect.objectContaining({ kind: 'video', codec: 'mjpeg', width: 160, height: 120 })],
};

describe('without a native decoder', () => {
  it('a video is described, and the missing picture explained', async () => {
    const reader = await readerWith(undefined);
    expect(await reader.readVideo({ path: video, mimeType: 'video/x-msvideo' }, never)).toMatchObject({
      ok: true,
      value: {
        ...declared,
        posterUnavailable: 'No picture of this video is available, since no decoder of video is installed.',
        notes: [expect.stringContaining('no decoder of video is installed')],
      },
    });
    expect(await reader.makePoster(video, 2, never)).toMatchObject({ ok: false, code: 'unavailable' });
  });

  it('what holds neither pictures nor sound is refused with a reason', async () => {
    const reader = await readerWith(undefined);
    const path = await stored('empty.avi', (await aviOf()).subarray(0, 12));
    expect(await reader.readVideo({ path, mimeType: 'video/x-msvideo' }, never)).toMatchObject({
      ok: false,
      code: 'undecodable',
      reason: expect.stringContaining('neither pictures nor sound'),
    });
  });
});

describe('FFmpeg that nothing confines', () => {
  const unconfined: Confinement = { kind: 'permissions', description: '' };

  it('is not used unless that is allowed', async () => {
    const found = await find(ffmpegPath, unconfined);
    expect(found).toMatchObject({ decoder: { canShowVideo: false }, isWarning: true });
    expect(found.description).toContain('FFMPEG_UNCONFINED');
  });

  it.skipIf(!hasFfmpeg)('is used where that is allowed, and the log says what it may reach', async () => {
    const found = await find(ffmpegPath, unconfined, true);
    expect(found).toMatchObject({ decoder: { canShowVideo: true }, isWarning: true });
    expect(found.description).toContain('limits of time and memory alone');
    expect(await found.decoder.measureVideo(video, limits)).toMatchObject({
      ok: true,
    });
  });
});

describe.skipIf(!hasFfmpeg)('with FFmpeg', () => {
  let reader: AvReader;
  beforeAll(async () => {
    reader = await readerWith(ffmpegPath);
  });

  it('frames are counted, and a shortened file has the length of what is left', async () => {
    const whole = await reader.readVideo({ path: video, mimeType: 'video/x-msvideo' }, never);
    const value = { ...declared, frameCount: 20, decoder: expect.stringMatching(/^FFmpeg \d/u) };
    expect(whole).toMatchObject({ ok: true, value });
    expect(whole.ok && whole.value).not.toHaveProperty('posterUnavailable');
    const content = await aviOf(4);
    const path = await stored('cut.avi', content.subarray(0, content.length / 2));
    const cut = await reader.readVideo({ path, mimeType: 'video/x-msvideo' }, never);
    expect(cut).toMatchObject({ ok: true, value: { durationSeconds: expect.closeTo(2, 0) } });
  });

  it('how far it has come is told while frames are counted', async () => {
    let share: () => number | undefined = () => -1;
    await reader.readVideo({ path: video, mimeType: 'video/x-msvideo' }, never, (told) => {
      expect(told()).toBeUndefined();
      share = told;
    });
    expect(share()).toBeCloseTo(1, 1);
  });

  it('a picture is taken after the black beginning', async () => {
    const poster = await reader.makePoster(video, 2, never);
    expect(poster).toMatchObject({ ok: true, value: { mimeType: 'image/jpeg' } });
    const picture = sharp(poster.ok ? poster.value.bytes : undefined);
    expect(await picture.metadata()).toMatchObject({ format: 'jpeg', width: 160, height: 120 });
    expect((await picture.stats()).dominant).toMatchObject({ r: expect.any(Number), g: 8, b: 8 });
    expect((await picture.stats()).channels[0]?.mean).toBeGreaterThan(200);
  });

  it('a video of which no frame can be decoded has none, with a reason', async () => {
    const content = await aviOf();
    content.fill(0, content.indexOf('movi') + 4);
    const path = await stored('hollow.avi', content);
    expect(await reader.makePoster(path, 2, never)).toMatchObject({ ok: false, code: 'undecodable' });
  });

  it('sound is as long and as loud as without it', async () => {
    const loud = await stored('loud.wav', wavOf({ seconds: 3, amplitude: 0.1 }));
    const silent = await stored('silent.mp3', mp3Of(5));
    const sound = await reader.readAudio({ path: loud, mimeType: 'audio/wav' }, never);
    expect(sound).toMatchObject({ ok: true, value: { durationSeconds: 3, loudnessLufs: -20 } });
    const silence = await reader.readAudio({ path: silent, mimeType: 'audio/mpeg' }, never);
    expect(silence).toMatchObject({ ok: true, value: { durationSeconds: expect.closeTo(5, 1) } });
    expect(silence.ok && silence.value).not.toHaveProperty('loudnessLufs');
  });

  it('a list of other files is no video, whatever it is called', async () => {
    await stored('secret.txt', Buffer.from('not for others'));
    const playlist = `#EXTM3U\n#EXTINF:1,\nfile://${join(folder, 'secret.txt')}\n`;
    const path = await stored('playlist.mp4', Buffer.from(playlist));
    const { decoder } = await find(ffmpegPath);
    const result = await decoder.measureVideo(path, limits);
    expect(result).toMatchObject({ ok: false, code: 'undecodable' });
    expect(existsSync(path)).toBe(true);
  });
});

describe.skipIf(!hasSharedMedia)('real videos (need the media collection)', () => {
  it.each([
    [
      'FLIR Thermal.mp4',
      {
        width: 1080,
        height: 1440,
        durationSeconds: 11.353,
        frameRate: 7.399,
        videoCodec: 'h264',
        audioCodec: 'aac',
        containerBrand: 'mp42',
        compatibleBrands: ['isom', 'mp41', 'mp42'],
        createdAt: '2021-05-16T19:27:55.000Z',
        gpsCoordinates: { lat: expect.closeTo(34.0754, 3), lng: expect.closeTo(-118.2543, 3) },
      },
    ],
    [
      'Issue 515 (java).mp4',
      {
        width: 1280,
        height: 720,
        durationSeconds: 3.635,
        createdAt: '2020-11-20T14:04:02.000Z',
        createdAtBasis: 'offset',
        gpsCoordinates: { lat: 52.369293, lng: 6.676086 },
      },
    ],
    [
      'xmp480qt.mov',
      { containerBrand: 'qt', encoder: 'Apple QuickTime', frameRate: 29.97, durationSeconds: 1.001 },
    ],
  ])('%s', async (name, expected) => {
    const reader = await readerWith(ffmpegPath);
    const mimeType = name.endsWith('mov') ? 'video/quicktime' : 'video/mp4';
    const read = await reader.readVideo({ path: sharedMedia('av', name), mimeType }, never);
    expect(read).toMatchObject({ ok: true, value: expected });
  });

  it.skipIf(!hasFfmpeg)('have upright pictures of at most 1024 pixels a side', async () => {
    const reader = await readerWith(ffmpegPath);
    const poster = await reader.makePoster(sharedMedia('av', 'ftyp3gp5.mp4'), 1.3, never);
    expect(await sharp(poster.ok ? poster.value.bytes : undefined).metadata()).toMatchObject({
      width: 576,
      height: 1024,
    });
  });
});
