/** Recordings of kinds that people have, made by FFmpeg. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findDecoder } from '../../src/decoder/find-decoder.ts';
import { createAvReader } from '../../src/enrich/av-reader.ts';
import type { AvReader } from '../../src/enrich/av-reader.ts';
import { createEnrichmentPool } from '../../src/enrich/enrichment-pool.ts';
import { detectConfinement, isConfined } from '../../src/isolate/confinement.ts';

const { ffmpegPath = '' } = inject('servers');
const confinement = await detectConfinement();
const hasFfmpeg = ffmpegPath !== '' && isConfined(confinement);
const signal = new AbortController().signal;
const tone = ['-f', 'lavfi', '-i', 'sine=440:duration=3'];
const testImages = (rate: string) => ['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=${rate}:duration=10`];

describe.skipIf(!hasFfmpeg)('a recording', () => {
  const pool = createEnrichmentPool();
  let folder: string;
  let reader: AvReader;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-recordings-'));
    const places = { configuredPath: ffmpegPath, searchPath: '', mayRunUnconfined: false };
    const { decoder } = await findDecoder(pool, confinement, places);
    reader = createAvReader({ pool, decoder, timeoutMs: 60_000, maxRssBytes: 2 ** 29 });
  });
  afterAll(async () => {
    await pool.close();
    await rm(folder, { recursive: true });
  });

  async function make(name: string, ...args: readonly string[]): Promise<string> {
    const path = join(folder, name);
    await promisify(execFile)(ffmpegPath, ['-v', 'error', ...args, '-y', path]);
    return path;
  }

  async function readAudio(path: string, mimeType: string) {
    const result = await reader.readAudio({ path, mimeType }, signal);
    if (!result.ok) throw new Error(result.reason);
    return result.value;
  }

  async function readVideo(path: string, mimeType: string) {
    const result = await reader.readVideo({ path, mimeType }, signal);
    if (!result.ok) throw new Error(result.reason);
    return result.value;
  }

  it.each([
    ['pcm_alaw', '8000'],
    ['pcm_mulaw', '8000'],
    ['adpcm_ms', '22050'],
    ['adpcm_ima_wav', '22050'],
    ['pcm_u8', '8000'],
    ['pcm_s24le', '48000'],
    ['pcm_s32le', '48000'],
    ['pcm_f32le', '48000'],
    ['pcm_f64le', '48000'],
  ])('in WAV has the codec name of FFmpeg: %s', async (codec, rate) => {
    const path = await make(`${codec}.wav`, ...tone, '-ac', '1', '-ar', rate, '-c:a', codec);
    const { durationSeconds, ...read } = await readAudio(path, 'audio/wav');
    expect(read).toMatchObject({ codec, sampleRate: Number(rate), channels: 1, perceptualHash: null });
    expect(Math.abs((durationSeconds ?? 0) - 3)).toBeLessThan(0.1);
    expect(read.loudnessLufs).toBeLessThan(0);
  });

  it.each([
    ['pcm_mulaw', 'ulaw'],
    ['adpcm_ima_qt', 'ima4'],
  ])('in QuickTime has the codec name of FFmpeg: %s', async (codec) => {
    const path = await make(
      `${codec}.mov`,
      ...testImages('10'),
      ...tone,
      '-c:v',
      'mjpeg',
      '-c:a',
      codec,
      '-ac',
      '1',
    );
    expect(await readVideo(path, 'video/quicktime')).toMatchObject({
      videoCodec: 'mjpeg',
      audioCodec: codec,
    });
  });

  it.each([
    ['ogg', 'audio/ogg'],
    ['flac', 'audio/flac'],
  ])('of FLAC in a file .%s has all its artists', async (format, mimeType) => {
    // FFmpeg writes a tag once, so the name of a second one is changed in the file.
    const tags = ['-metadata', 'ARTIST=Ann', '-metadata', 'XRTIST=Bob', '-metadata', 'TITLE=Tide'];
    const path = await make(`tagged.${format}`, ...tone, ...tags, '-c:a', 'flac', '-f', format);
    const bytes = await readFile(path);
    bytes.write('ARTIST', bytes.indexOf('XRTIST'));
    await writeFile(path, bytes);
    expect(await readAudio(path, mimeType)).toMatchObject({
      codec: 'flac',
      tags: { artist: 'Ann, Bob', title: 'Tide' },
    });
  });

  it('of GSM in WAV has the codec name of FFmpeg', async () => {
    // There is no encoder, so the header of a file of another codec is changed (registered WAVE format 0x31).
    const path = await make('gsm.wav', ...tone, '-ac', '1', '-ar', '8000', '-c:a', 'pcm_mulaw');
    const bytes = await readFile(path);
    bytes.writeUInt16LE(0x31, 20);
    bytes.writeUInt16LE(65, 32);
    bytes.writeUInt16LE(0, 34);
    await writeFile(path, bytes);
    expect(await readAudio(path, 'audio/wav')).toMatchObject({
      codec: 'gsm_ms',
      sampleRate: 8_000,
      channels: 1,
    });
  });

  it('of voice in WebM is measured as sound', async () => {
    const path = await make('voice.webm', ...tone, '-ac', '1', '-c:a', 'libopus');
    const { durationSeconds, ...read } = await readVideo(path, 'video/webm');
    expect(read).toMatchObject({ codec: 'opus', sampleRate: 48_000, channels: 1, perceptualHash: null });
    expect(Math.abs((durationSeconds ?? 0) - 3)).toBeLessThan(0.1);
    expect(read.loudnessLufs).toBeLessThan(0);
  });

  it.each(['1', '2', '25'])('of pictures lasts to the end of the last one at %s a second', async (rate) => {
    const frames = ['-c:v', 'libx264', '-bf', '3', '-pix_fmt', 'yuv420p'];
    const path = await make(`slides-${rate}.mp4`, ...testImages(rate), ...frames);
    const { durationSeconds, frameCount, perceptualHash } = await readVideo(path, 'video/mp4');
    expect(durationSeconds).toBeCloseTo(10, 2);
    expect(frameCount).toBe(10 * Number(rate));
    expect(perceptualHash).toMatch(/^[0-9a-f]{16}$/u);
  });
});
