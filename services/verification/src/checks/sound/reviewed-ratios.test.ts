import { describe, expect, it } from 'vitest';
import { conclude } from '../../domain/fusion/conclude.ts';
import { measuredScenes } from '../calibration/scored/score-calibration.ts';
import { finding } from '../check-result.ts';
import type { CheckResult } from '../check.ts';
import { videoChanges } from '../search/change-kinds.ts';
import { likelihoodRatios } from '../likelihood-ratios.ts';
import { audioRepeats, weightOf } from './audio-repeats.ts';
import { calibrationTable } from './audio-repeats/calibration-table.ts';

const reviewed = (row: keyof typeof likelihoodRatios): CheckResult => {
  const identity = { slug: row, version: '1', kind: 'structural', criterion: 'audio_consistency' } as const;
  return finding(identity, { statement: row, llrManipulated: likelihoodRatios[row].llr });
};

/** A copy, as sure as the check can be of one. */
const copied = finding(audioRepeats, {
  statement: 'copied',
  llrManipulated: weightOf(Infinity),
  calibration: measuredScenes(calibrationTable, ['copied-sound']),
});

describe('what is found in recordings and videos', () => {
  it('accuses nobody even where all of it comes together', () => {
    const all = [copied, reviewed('frames-met-twice'), reviewed('metadata-contradiction')];
    expect(conclude([reviewed('frames-met-twice')], { changes: videoChanges }).verdict).toBe('inconclusive');
    expect(conclude(all, { changes: videoChanges }).verdict).toBe('inconclusive');
    expect(conclude([copied], { changes: videoChanges }).verdict).toBe('inconclusive');
  });
});
