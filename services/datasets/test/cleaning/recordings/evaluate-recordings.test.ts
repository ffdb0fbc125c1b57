import { existsSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { detectConfinement, isConfined } from '@assay/media/isolate/confinement';
import { describeEvaluation, evaluateRecordings } from './evaluate-recordings.ts';
import { sharedMediaFolder } from './shared-recordings.ts';

const { ffmpegPath = '' } = inject('servers');
const canRun = ffmpegPath !== '' && existsSync(sharedMediaFolder) && isConfined(await detectConfinement());
if (!canRun) console.warn('no FFmpeg or no shared/media here: the evaluation of recordings is not tested');

describe.skipIf(!canRun)('evaluateRecordings', () => {
  it('meets the limits on a small corpus', { timeout: 600_000 }, async () => {
    // A real video and its copies have all containers; the scenes that follow them are MP4 too.
    const limits = { maxSources: 1, maxTreatedVideos: 5 };
    const evaluation = await evaluateRecordings(sharedMediaFolder, { ffmpegPath, ...limits });
    const { audio, videos, audioDuplicates, videoDuplicates } = evaluation;
    expect(audio).toMatchObject({ files: 6, recordings: 1, changedBySecondPass: 0, others: [] });
    expect(audio.maxLoudnessError).toBeLessThanOrEqual(0.5);
    expect(audio.maxTruePeak).toBeLessThanOrEqual(-1);
    expect(audio.maxSilentEdge).toBeLessThan(0.15);
    expect(videos).toMatchObject({ others: [], changedPackets: 0, changedBySecondPass: 0, privateTags: [] });
    expect(audioDuplicates).toMatchObject({ recall: 1, precision: 1, errors: [] });
    // Two coarse copies may miss each other; both are found by the recording that they are copies of.
    expect(videoDuplicates.recall).toBeGreaterThanOrEqual(0.95);
    expect(videoDuplicates.precision).toBe(1);
    expect(describeEvaluation(evaluation).join('\n')).toContain('audio duplicates: recall 100.0 %');
  });
});
