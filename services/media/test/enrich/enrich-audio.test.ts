import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWasmDecoder } from '../../src/decoder/wasm-decoder.ts';
import { createAvReader } from '../../src/enrich/av-reader.ts';
import { createEnrichmentPool } from '../../src/enrich/enrichment-pool.ts';
import type { AudioEnrichment } from '../../src/enrich/enrichment.ts';
import type { JobResult } from '../../src/isolate/job-types.ts';
import { mp3Of, wavOf } from '../build-sound.ts';
import { hasSharedMedia, sharedMedia } from '../shared-media.ts';

const limits = { timeoutMs: 20_000, maxRssBytes: 512 * 2 ** 20 };
const pool = createEnrichmentPool(limits);
const decoder = createWasmDecoder(pool);
const reader = createAvReader({ pool, decoder, ...limits });
const never = new AbortController().signal;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-sound-'));
});
afterAll(async () => {
  await pool.close();
  await rm(folder, { recursive: true });
});

async function readAudio(path: string, mimeType: string): Promise<JobResult<AudioEnrichment>> {
  return reader.readAudio({ path, mimeType, sha256: 'ab' }, never);
}

async function readContent(content: Buffer, mimeType: string): Promise<JobResult<AudioEnrichment>> {
  const path = join(folder, 'content');
  await writeFile(path, content);
  return readAudio(path, mimeType);
}

describe('enrichment of audio without a native decoder', () => {
  it('reads a WAV file to its last sample', async () => {
    expect(await readContent(wavOf({ seconds: 2.5 }), 'audio/wav')).toEqual({
      ok: true,
      value: {
        sha256: 'ab',
        detectedMimeType: 'audio/wav',
        perceptualHash: null,
        c2pa: expect.objectContaining({ present: false }),
        durationSeconds: 2.5,
        codec: 'pcm_s16le',
        sampleRate: 48_000,
        channels: 2,
        bitRate: 1_536_000,
        // Half the amplitude on two channels: -6.02 + 3.01 - 3.01.
        loudnessLufs: -6,
        decoder: 'WebAssembly',
      },
    });
  });

  it('measures the sound that is there, whatever a header claims', async () => {
    const lying = wavOf({ seconds: 1, claimedBytes: 10 * 192_000 });
    expect(await readContent(lying, 'audio/wav')).toMatchObject({ ok: true, value: { durationSeconds: 1 } });
    const frames = mp3Of(10);
    expect(await readContent(frames, 'audio/mpeg')).toMatchObject({
      ok: true,
      value: { durationSeconds: expect.closeTo(10, 1), codec: 'mp3' },
    });
  });

  it('gives silence no loudness', async () => {
    const silence = await readContent(wavOf({ amplitude: 0 }), 'audio/wav');
    expect(silence.ok && silence.value).not.toHaveProperty('loudnessLufs');
  });

  it('reads tags in every script', async () => {
    const content = mp3Of(1, { TIT2: 'Прилив ⑨', TPE1: '日本の声', TALB: 'فيضان' });
    expect(await readContent(content, 'audio/mpeg')).toMatchObject({
      ok: true,
      value: { tags: { title: 'Прилив ⑨', artist: '日本の声', album: 'فيضان' } },
    });
  });

  it('refuses what holds no sound, with a reason', async () => {
    const content = mp3Of(0, { TIT2: 'nothing follows' });
    expect(await readContent(content, 'audio/mpeg')).toMatchObject({
      ok: false,
      code: 'undecodable',
      reason: expect.stringContaining('holds no sound'),
    });
  });

  it('says in plain words what was not measured, and why', async () => {
    const unavailable = { ok: false, code: 'unavailable', reason: 'no decoder of aac is installed' } as const;
    const without = { ...decoder, measureAudio: () => Promise.resolve(unavailable) };
    const path = join(folder, 'spoken.wav');
    await writeFile(path, wavOf());
    const reading = createAvReader({ pool, decoder: without, ...limits });
    expect(await reading.readAudio({ path, mimeType: 'audio/wav' }, never)).toMatchObject({
      ok: true,
      value: { durationSeconds: 2, notes: [expect.stringContaining('no decoder of aac is installed')] },
    });
  });
});

describe.skipIf(!hasSharedMedia)('real recordings', () => {
  it.each([
    [
      'tika_testMP3i18n.mp3',
      'audio/mpeg',
      { durationSeconds: expect.closeTo(2.46, 1), channels: 1, codec: 'mp3' },
    ],
    ['tika_testMP3mpeg2.mp3', 'audio/mpeg', { sampleRate: 22_050, channels: 1, encoder: 'LAME3.100' }],
    [
      'tika_testFLAC_coverArt.flac',
      'audio/flac',
      { durationSeconds: 0.022, codec: 'flac', sampleRate: 44_100 },
    ],
    ['tika_testMP3_id3_false_aac.mp3', 'audio/mpeg', { declaredDurationSeconds: 0.18, sampleRate: 16_000 }],
    ['tika_testWAV.wav', 'audio/wav', { durationSeconds: 0.022, codec: 'pcm_s16le', channels: 2 }],
  ])('%s', async (name, mimeType, expected) => {
    expect(await readAudio(sharedMedia('av', name), mimeType)).toMatchObject({ ok: true, value: expected });
  });

  it('have the tags of ID3v2 and not the mangled ones of ID3v1', async () => {
    const read = await readAudio(sharedMedia('av', 'tika_testMP3i18n.mp3'), 'audio/mpeg');
    expect(read).toMatchObject({
      value: { tags: { artist: 'Test Artist ⑨①', title: 'Une chason en Français' }, loudnessLufs: -31.1 },
    });
  });
});
