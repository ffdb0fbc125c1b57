import { describe, expect, it } from 'vitest';
import { conclude } from '../../src/domain/fusion/conclude.ts';
import { measuredScenes } from '@assay/checks/likelihood/score-calibration';
import { finding } from '@assay/checks/check/check-result';
import type { CheckResult } from '@assay/checks/check/check';
import { videoChanges } from '@assay/checks/search/change-kinds';
import { likelihoodRatios } from '@assay/checks/likelihood/likelihood-ratios';
import { check as audioRepeats, weightOf } from '@assay/checks/sound/audio-repeats/check';
import calibrationTable from '@assay/checks/sound/audio-repeats/calibration-table.json' with { type: 'json' };

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
