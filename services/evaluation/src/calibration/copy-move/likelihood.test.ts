import { describe, expect, it } from 'vitest';
import { boundsOf } from './fit.ts';
import { bounded, manipulationLlr } from '@assay/checks/pixels/copy-move/likelihood';
import { isLargeEnough, isLettering, isRepetition } from '@assay/checks/pixels/copy-move/region-score';

const scenes = (innocent: readonly number[], forged: readonly number[]): Parameters<typeof boundsOf>[0] => [
  ...innocent.map((ratio, i) => ({ scene: `i${String(i)}`, isRendered: false, innocent: ratio, forged: [] })),
  ...forged.map((ratio, i) => ({ scene: `f${String(i)}`, isRendered: false, innocent: -1, forged: [ratio] })),
];

describe('boundsOf', () => {
  it('allows a ratio of about 26 where all of 80 forgeries lie above all of 100 scenes', () => {
    const bounds = boundsOf(scenes(Array<number>(20).fill(0), Array<number>(80).fill(9)));
    const most = Math.exp(Math.max(...bounds.map(({ limit }) => limit)));
    expect(most).toBeGreaterThan(30);
    expect(most).toBeLessThan(34);
  });

  it('counts variants and forgeries of one scene as one', () => {
    const one = { scene: 'only', isRendered: false, innocent: 0, forged: [9, 9, 9, 9, 9, 9] };
    expect(Math.exp(boundsOf([one])[0]?.limit ?? 0)).toBe(1);
  });

  it('allows little above ratios that innocent scenes reach as well', () => {
    const bounds = boundsOf(scenes([9, 9, 9, 9, ...Array<number>(16).fill(0)], Array<number>(80).fill(5)));
    expect(bounded(6, { bounds, nothingFound: -1 })).toBeLessThan(Math.log(12));
  });
});

describe('manipulationLlr', () => {
  it('says little when nothing was found, for most manipulations copy nothing', () => {
    expect(manipulationLlr(null)).toBeLessThanOrEqual(0);
    expect(manipulationLlr(null)).toBeGreaterThan(-0.2);
  });
});

describe('isLettering', () => {
  it('takes print for print and texture for texture', () => {
    const texture = { contrast: 20, twoLevelShare: 0.75, flatShare: 0.02, localTwoLevelShare: 0.66 };
    expect(isLettering(texture)).toBe(false);
    expect(isLettering({ ...texture, contrast: 45, twoLevelShare: 0.85 })).toBe(true);
    expect(isLettering({ ...texture, contrast: 10, twoLevelShare: 0.97 })).toBe(true);
    expect(isLettering({ ...texture, contrast: 8, localTwoLevelShare: 0.84 })).toBe(true);
  });
});

describe('isRepetition', () => {
  it('takes what leads many ways for repetition, and what leads one way not', () => {
    expect(isRepetition({ otherDisplacements: 12, conflictingMatches: 0.7 })).toBe(true);
    expect(isRepetition({ otherDisplacements: 12, conflictingMatches: 0.1 })).toBe(false);
    expect(isRepetition({ otherDisplacements: 1, conflictingMatches: 0.7 })).toBe(false);
  });
});

describe('isLargeEnough', () => {
  it('refuses what is smaller than the check says it can judge', () => {
    expect(isLargeEnough({ extent: 4499 }, 1_500_000)).toBe(false);
    expect(isLargeEnough({ extent: 4500 }, 1_500_000)).toBe(true);
    expect(isLargeEnough({ extent: 399 }, 30_000)).toBe(false);
  });
});
