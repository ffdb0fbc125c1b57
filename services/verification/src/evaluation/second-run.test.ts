import { describe, expect, it } from 'vitest';
import type { Judgement } from './judge.ts';
import { compareRuns } from './second-run.ts';

function judgement(group: string, given: Partial<Judgement> = {}): Judgement {
  return {
    scene: 'harbour',
    source: 'a camera',
    group,
    mimeType: 'image/jpeg',
    change: null,
    isLaundered: false,
    verdict: 'unverified',
    confidence: 0.6,
    manipulated: 0.1,
    llr: 0,
    isPlaceRight: null,
    statement: '',
    ...given,
  };
}

describe('compareRuns', () => {
  it('finds no difference between a run and itself', () => {
    const run = [judgement('as published'), judgement('resaved', { verdict: 'inconclusive' })];
    expect(compareRuns(run, run)).toEqual({ files: 2, differing: [], largestDifference: 0 });
  });

  it('names files of another verdict, and those that the first run did not judge', () => {
    const first = [judgement('resaved')];
    const second = [
      judgement('resaved', { verdict: 'inconclusive', confidence: 0.8 }),
      judgement('cropped', { confidence: 0 }),
    ];
    const { differing, largestDifference } = compareRuns(first, second);
    expect(differing).toEqual(['resaved, harbour', 'cropped, harbour']);
    expect(largestDifference).toBeCloseTo(0.2);
  });
});
