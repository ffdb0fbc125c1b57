import { describe, expect, it } from 'vitest';
import { conclude } from '../../domain/fusion/conclude.ts';
import { finding } from '../check-result.ts';
import { videoChanges } from '../change-kinds.ts';
import { likelihoodRatios } from '../likelihood-ratios.ts';

const found = (row: keyof typeof likelihoodRatios) => {
  const identity = { slug: row, version: '1', kind: 'structural', criterion: 'audio_consistency' } as const;
  return finding(identity, { statement: row, llrManipulated: likelihoodRatios[row].llr });
};

describe('what is found in recordings and videos', () => {
  it('leaves the verdict open, and accuses nobody even where all of it comes together', () => {
    const rows = ['sound-met-twice', 'frames-met-twice', 'metadata-contradiction'] as const;
    for (const row of rows.slice(0, 2))
      expect(conclude([found(row)], videoChanges).verdict).toBe('inconclusive');
    expect(conclude(rows.map(found), videoChanges).verdict).toBe('inconclusive');
  });
});
