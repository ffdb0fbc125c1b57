import { readFile, stat } from 'node:fs/promises';
import { BSON } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { detectConfinement, isConfined } from '@assay/media/isolate/confinement';
import { createRecordingCleaner } from '../../../src/cleaning/recordings/create-recording-cleaner.ts';
import type { RecordingCleaner } from '../../../src/cleaning/recordings/create-recording-cleaner.ts';
import { audioVectorNames } from '../../../src/cleaning/recordings/streams/recording-features.ts';
import { createRecordingBench, describeAudioStream, measureLevels, readFeatures } from './recording-bench.ts';
import type { RecordingBench } from './recording-bench.ts';
import { sharedRecordings } from './shared-recordings.ts';

const { ffmpegPath = '' } = inject('servers');
const hasFfmpeg = ffmpegPath !== '' && isConfined(await detectConfinement());
if (!hasFfmpeg) console.warn('no confined FFmpeg here: the cleaning of audio is not tested');
/** Six seconds that swell three times a second, between 0.8 s and 1.2 s of digital silence. */
const speech = [
  ...['-f', 'lavfi', '-i', 'anoisesrc=d=6:c=pink:a=0.3:r=44100:seed=1,tremolo=f=3:d=0.9'],
  ...['-af', 'adelay=800:all=1,apad=pad_dur=1.2'],
];
/** Loud words over a soft tone: one gain would raise the peaks above full scale. */
const peaky = "aevalsrc='0.7*lt(mod(t,4),0.02)*sin(2*PI*900*t)+0.02*sin(2*PI*300*t)':s=48000:d=9";

const clean = { lufs: -23, truePeak: -1 };

describe.skipIf(!hasFfmpeg)('audio-standard', () => {
  let bench: RecordingBench;
  let cleaner: Extract<RecordingCleaner, { available: true }>;

  beforeAll(async () => {
    bench = await createRecordingBench(ffmpegPath);
    const created = await createRecordingCleaner({
      configuredPath: ffmpegPath,
      searchPath: '',
      mayRunUnconfined: false,
    });
    if (!created.available) throw new Error(created.reason);
    cleaner = created;
  });
  afterAll(async () => {
    cleaner.close();
    await bench.remove();
  });

  it('keeps audio that needs more processor time than its samples allow', async () => {
    const limited = await createRecordingCleaner({
      configuredPath: ffmpegPath,
      searchPath: '',
      mayRunUnconfined: false,
      createBudget: () => ({ leftMs: 0 }),
    });
    if (!limited.available) throw new Error(limited.reason);
    const source = await bench.make('low.wav', '-f', 'lavfi', '-i', 'sine=d=300:r=1000', '-c:a', 'pcm_s16le');
    const { result } = await bench.treat(limited.standardizeAudio, source);
    limited.close();
    expect(result).toEqual({ outcome: 'unchanged', skipped: 'cpu_limit' });
  });

  it.each([
    ['16.wav', ['-c:a', 'pcm_s16le', '-ac', '2']],
    ['mulaw.wav', ['-c:a', 'pcm_mulaw', '-ar', '8000', '-ac', '1']],
    ['24.flac', ['-c:a', 'flac', '-sample_fmt', 's32', '-ar', '96000']],
    ['constant.mp3', ['-c:a', 'libmp3lame', '-b:a', '128k']],
    ['variable.mp3', ['-c:a', 'libmp3lame', '-q:a', '4', '-ac', '2']],
    ['low.m4a', ['-c:a', 'aac', '-b:a', '24k', '-ar', '16000', '-ac', '1']],
    ['lossless.m4a', ['-c:a', 'alac']],
    ['speech.opus', ['-c:a', 'libopus', '-b:a', '48k']],
    ['music.ogg', ['-c:a', 'libvorbis', '-q:a', '5', '-ac', '1', '-ar', '22050']],
  ])('brings %s to its loudness in its own format, once', async (name, args) => {
    const source = await bench.make(name, ...speech, ...args, '-metadata', 'title=A title');
    const { result, path, second } = await bench.treat(cleaner.standardizeAudio, source);
    expect(result).toMatchObject({
      outcome: 'changed',
      steps: ['trim_silence', 'normalize_loudness'],
      output: { name, sizeBytes: (await stat(path)).size },
      features: { kind: 'audio' },
    });
    const levels = await measureLevels(bench, path);
    expect(Math.abs(levels.lufs + 23)).toBeLessThanOrEqual(0.5);
    expect(levels.truePeak).toBeLessThanOrEqual(-1);
    expect(levels.silentStart).toBeLessThan(0.15);
    expect(levels.silentEnd).toBeLessThan(0.15);
    expect(await describeAudioStream(bench, path)).toBe(await describeAudioStream(bench, source));
    expect(second).toMatchObject({ outcome: 'unchanged' });
    expect(second).not.toHaveProperty('skipped', expect.anything());
    const features = readFeatures(result);
    expect(features.vector).toHaveLength(audioVectorNames.length);
    expect(second).toHaveProperty('features', features);
    expect(BSON.deserialize(BSON.serialize(structuredClone(features)))).toEqual(features);
  });

  it('keeps the bit rate of a coded recording within 10 %', async () => {
    const source = await bench.make('rate.mp3', ...speech, '-c:a', 'libmp3lame', '-b:a', '96k');
    const { path } = await bench.treat(cleaner.standardizeAudio, source);
    const bitRate = async (file: string) => {
      const { messages } = await bench.run('-i', file, '-c', 'copy', '-f', 'null', '-');
      return Number(/Audio: mp3.*?, (\d+) kb\/s/u.exec(messages)?.[1]);
    };
    expect(await bitRate(path)).toBe(await bitRate(source));
  });

  it('writes the same bytes for the same recording', async () => {
    const source = await bench.make('repeated.opus', ...speech, '-c:a', 'libopus');
    const one = await bench.treat(cleaner.standardizeAudio, source);
    const other = await bench.treat(cleaner.standardizeAudio, source);
    expect((await readFile(one.path)).equals(await readFile(other.path))).toBe(true);
  });

  it('limits the peaks of a recording that one gain would overload', async () => {
    const source = await bench.make('peaky.flac', '-f', 'lavfi', '-i', peaky);
    const { result, path, second } = await bench.treat(cleaner.standardizeAudio, source);
    expect(result.outcome).toBe('changed');
    const levels = await measureLevels(bench, path);
    expect(levels.truePeak).toBeLessThanOrEqual(-1);
    expect(Math.abs(levels.lufs + 23)).toBeLessThanOrEqual(0.5);
    expect(second?.outcome).toBe('unchanged');
  });

  it('gives clicks the gain that their peaks allow, and reports them as missed in the next pass', async () => {
    const clicks = "aevalsrc='0.9*lt(mod(t,1.5),0.0005)+0.004*sin(2*PI*300*t)':s=48000:d=8";
    const source = await bench.make('clicks.wav', '-f', 'lavfi', '-i', clicks);
    const { result, path, second } = await bench.treat(cleaner.standardizeAudio, source);
    expect(result.outcome).toBe('changed');
    expect((await measureLevels(bench, path)).truePeak).toBeLessThanOrEqual(-1);
    expect(second).toMatchObject({ outcome: 'unchanged', skipped: 'loudness_not_reached' });
  });

  it('keeps the bytes of a recording at its loudness with clean edges', async () => {
    const tone = ['-f', 'lavfi', '-i', 'sine=1000:d=4', '-af', 'volume=-2.2dB'];
    const source = await bench.make('clean.wav', ...tone);
    expect((await measureLevels(bench, source)).lufs).toBeCloseTo(-23, 0);
    const { result } = await bench.treat(cleaner.standardizeAudio, source);
    expect(result).toMatchObject({ outcome: 'unchanged', features: { kind: 'audio', durationSeconds: 4 } });
  });

  it('only trims a recording that is too short to have a loudness', async () => {
    const source = await bench.make('short.wav', '-f', 'lavfi', '-i', 'sine=440:d=0.3', '-af', 'adelay=500');
    const { result, second } = await bench.treat(cleaner.standardizeAudio, source);
    expect(result).toMatchObject({ outcome: 'changed', steps: ['trim_silence'] });
    expect(second?.outcome).toBe('unchanged');
  });

  it('removes silence and files without audio, and skips rates below 1 kHz', async () => {
    const silent = await bench.make('silent.flac', '-f', 'lavfi', '-i', 'anullsrc=r=8000', '-t', '2');
    const slow = await bench.make('slow.wav', '-f', 'lavfi', '-i', 'sine=100:d=2:r=500');
    const text = await bench.make('text.mp3', '-f', 'lavfi', '-i', 'sine', '-t', '0.1', '-f', 'ffmetadata');
    expect((await bench.treat(cleaner.standardizeAudio, silent)).result).toMatchObject({
      outcome: 'removed',
      reason: 'silent',
    });
    expect((await bench.treat(cleaner.standardizeAudio, slow)).result).toMatchObject({
      outcome: 'unchanged',
      skipped: 'sample_rate_too_low',
    });
    expect((await bench.treat(cleaner.standardizeAudio, text)).result).toMatchObject({
      outcome: 'removed',
      reason: 'undecodable',
    });
    expect((await bench.treat(cleaner.readRecordingFeatures, text)).result).toEqual({
      outcome: 'unchanged',
      skipped: 'undecodable',
    });
  });

  // The collection has one recording with many kinds of tags.
  const distinct = /en-US|coverArt\.mp3|false_aac|lyrics|mpeg2|MP3truncated|WAV/u;
  const real = sharedRecordings('audio').filter((path) => distinct.test(path));
  it.each(real)('leaves %s clean or removes it', async (source) => {
    const { result, path, second } = await bench.treat(cleaner.standardizeAudio, source);
    expect(second?.outcome ?? 'unchanged').toBe('unchanged');
    const { lufs, truePeak } = result.outcome === 'changed' ? await measureLevels(bench, path) : clean;
    expect(Math.abs(lufs + 23)).toBeLessThanOrEqual(0.5);
    expect(truePeak).toBeLessThanOrEqual(-1);
  });
});
