import { describe, expect, it } from 'vitest';
import { aJudgement } from './judgement.fixture.ts';
import { compareRuns } from './second-run.ts';

describe('compareRuns', () => {
  it('finds no difference between a run and itself', () => {
    const run = [
      aJudgement({ group: 'as published' }),
      aJudgement({ group: 'resaved', verdict: 'inconclusive' }),
    ];
    expect(compareRuns(run, run)).toEqual({ files: 2, differing: [], largestDifference: 0 });
  });

  it('names files of another verdict, and those that the first run did not judge', () => {
    const first = [aJudgement({ group: 'resaved' })];
    const second = [
      aJudgement({ group: 'resaved', verdict: 'inconclusive', confidence: 0.8 }),
      aJudgement({ group: 'cropped', confidence: 0 }),
    ];
    const { differing, largestDifference } = compareRuns(first, second);
    expect(differing).toEqual(['resaved, harbour', 'cropped, harbour']);
    expect(largestDifference).toBeCloseTo(0.2);
  });
});
