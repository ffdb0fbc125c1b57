import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { InterruptedError } from '@assay/chassis/work/worker';
import { detectConfinement, isConfined } from '@assay/media/isolate/confinement';
import { createRecordingCleaner } from '../../../src/cleaning/recordings/create-recording-cleaner.ts';
import type { RecordingCleaner } from '../../../src/cleaning/recordings/create-recording-cleaner.ts';
import { createRecordingBench, describeSource } from './recording-bench.ts';
import type { RecordingBench } from './recording-bench.ts';
import { hostileRecordings } from './shared-recordings.ts';

const { ffmpegPath = '' } = inject('servers');
const confinement = await detectConfinement();
const hasFfmpeg = ffmpegPath !== '' && isConfined(confinement);
if (!hasFfmpeg) console.warn('no confined FFmpeg here: the cleaner of recordings is not tested');
const places = { configuredPath: ffmpegPath, searchPath: '', mayRunUnconfined: false };

describe('createRecordingCleaner', () => {
  it('says that FFmpeg is missing', async () => {
    const cleaner = await createRecordingCleaner({
      ...places,
      configuredPath: '/nowhere/ffmpeg',
      mayRunUnconfined: true,
    });
    expect(cleaner).toEqual({ available: false, reason: 'FFmpeg 8.1.2 or later is not installed here.' });
  });

  it('says that FFmpeg may not run where the kernel confines nothing', async () => {
    const unconfined = { kind: 'permissions', description: 'no namespaces' } as const;
    const cleaner = await createRecordingCleaner({ ...places, confinement: unconfined });
    expect(cleaner).toEqual({
      available: false,
      reason: 'FFmpeg may not run here, because the kernel refuses both namespaces and Landlock.',
    });
  });
});

describe.skipIf(!hasFfmpeg)('a recording cleaner', () => {
  let bench: RecordingBench;
  let tone: string;

  beforeAll(async () => {
    bench = await createRecordingBench(ffmpegPath);
    tone = await bench.make('tone.wav', '-f', 'lavfi', '-i', 'sine=440:d=600');
  });
  afterAll(() => bench.remove());

  async function create(maxRssBytes?: number): Promise<Extract<RecordingCleaner, { available: true }>> {
    const cleaner = await createRecordingCleaner({
      ...places,
      ...(maxRssBytes !== undefined && { maxRssBytes }),
    });
    if (!cleaner.available) throw new Error(cleaner.reason);
    return cleaner;
  }

  it('interrupts its treatments when they are cancelled or when it is closed', async () => {
    const cleaner = await create();
    const source = await describeSource(tone, join(bench.folder));
    const cancelled = new AbortController();
    const first = cleaner.standardizeAudio(source, cancelled.signal);
    cancelled.abort();
    await expect(first).rejects.toThrow(InterruptedError);
    const second = cleaner.readRecordingFeatures(source, new AbortController().signal);
    cleaner.close();
    await expect(second).rejects.toThrow(InterruptedError);
  });

  it('keeps a recording that takes more memory than a run may have', async () => {
    const cleaner = await create(2 ** 20);
    const { result } = await bench.treat(cleaner.standardizeAudio, tone);
    expect(result).toEqual({ outcome: 'unchanged', skipped: 'decoding_too_large' });
    cleaner.close();
  });

  it.each(hostileRecordings())('has a result for %s', async (source) => {
    const cleaner = await create();
    const treat = /\.(?:mp3|wav)$/u.test(source) ? cleaner.standardizeAudio : cleaner.standardizeVideo;
    const { result, second } = await bench.treat(treat, source);
    expect(['unchanged', 'removed', 'changed']).toContain(result.outcome);
    expect(second?.outcome ?? 'unchanged').toBe('unchanged');
    cleaner.close();
  });
});
