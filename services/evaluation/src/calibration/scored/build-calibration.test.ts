import { describe, expect, it } from 'vitest';
import type { SceneScores } from '../measuring/scene-scores.ts';
import { measuredScenes, pointsAbove, scoreLlr } from '@assay/checks/likelihood/score-calibration';
import { buildCalibration, confirmCalibration } from './build-calibration.ts';

const scenes = (pristine: readonly (number | null)[], forged: readonly number[]): SceneScores[] =>
  pristine.map((score, i) => {
    const found = forged[i];
    return { scene: String(i), innocent: score, forged: found === undefined ? [] : [found] };
  });

const changes = ['copied-area'] as const;

const separated = buildCalibration(
  scenes(
    Array.from({ length: 200 }, (_, i) => i / 1000),
    Array.from({ length: 200 }, (_, i) => (i < 100 ? 9 : 0)),
  ),
);

describe('scoreLlr', () => {
  it('says no more than 200 scenes support, mixed with what the check does not look for', () => {
    const lower = 0.4395;
    const upper = 0.01487;
    const most = Math.log10(lower / upper / 3 + 2 / 3);
    expect(scoreLlr(9, separated, changes)).toBeCloseTo(most, 2);
    expect(scoreLlr(1_000_000, separated, changes)).toBe(scoreLlr(9, separated, changes));
  });

  it('never falls as the score rises, and speaks hardly for the file where nothing was seen', () => {
    const llrs = Array.from({ length: 50 }, (_, i) => scoreLlr(i / 200, separated, changes));
    expect(llrs).toEqual(llrs.toSorted((p, q) => p - q));
    expect(llrs[0]).toBeLessThan(0);
    expect(llrs[0]).toBeGreaterThan(-0.2);
  });

  it('says nothing for alteration where innocent scenes score as high as forged ones', () => {
    const alike = buildCalibration(scenes([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]));
    expect(scoreLlr(9, alike, changes)).toBe(0);
    expect(pointsAbove(alike, changes)).toBe(Infinity);
  });

  it('does not point where more than one innocent scene in a hundred scores as high', () => {
    const innocent = Array.from({ length: 300 }, (_, i) => (i < 6 ? 5 + i : 0));
    const loose = buildCalibration(scenes(innocent, Array<number>(300).fill(20)));
    expect(pointsAbove(loose, changes)).toBe(7);
    expect(scoreLlr(7, loose, changes)).toBe(0);
    expect(scoreLlr(7.5, loose, changes)).toBeGreaterThan(Math.log10(5));
  });

  it('points with weak support where no ratio leaves a verdict open', () => {
    const others = scenes(Array<null>(20).fill(null), Array<number>(20).fill(0));
    const many = scenes(Array<number>(100).fill(0), Array<number>(100).fill(9));
    const table = buildCalibration(many, { others });
    expect(pointsAbove(table, ['inserted-area'])).toBe(Infinity);
    expect(pointsAbove(table, changes)).toBe(0);
    expect(10 ** scoreLlr(9, table, changes)).toBeCloseTo(2.24, 1);
  });

  it('has nothing to say without scenes', () => {
    expect(scoreLlr(9, buildCalibration([]), changes)).toBe(0);
  });
});

describe('measuredScenes', () => {
  it('counts where the check begins to point, and leaves out scenes it did not work on', () => {
    const calibration = buildCalibration(
      scenes([...Array<number>(199).fill(0), null], Array<number>(100).fill(7)),
    );
    expect(pointsAbove(calibration, changes)).toBe(0);
    expect(measuredScenes(calibration, changes)).toEqual({
      innocentScenes: 199,
      falseAlarms: 0,
      alteredScenes: 100,
      found: 100,
    });
  });
});

describe('buildCalibration', () => {
  const own = scenes([0, 0.4, 0.6], [0.7, 0.7, 0.2]);
  const apart = (others: readonly SceneScores[]): SceneScores[] =>
    others.map((one) => ({ ...one, scene: `other ${one.scene}` }));

  it('counts the false alarms of confirming scenes, whose scores are no steps', () => {
    const { innocentScenes, steps } = buildCalibration(own, {
      confirming: apart(scenes([0, 0.5, 0.9, null], [])),
    });
    expect(innocentScenes).toBe(6);
    expect(steps).toEqual([
      { above: 0, falseAlarms: 4, found: 3 },
      { above: 0.4, falseAlarms: 3, found: 2 },
      { above: 0.6, falseAlarms: 1, found: 2 },
    ]);
  });

  it('counts the false alarms of hard negatives, and not their scenes', () => {
    const hardNegatives = apart(scenes([0.65, 0.1, 0.1, 0.1], []));
    const { innocentScenes, steps } = buildCalibration(own, { hardNegatives });
    expect(innocentScenes).toBe(3);
    expect(steps.map(({ above, falseAlarms }) => [above, falseAlarms])).toEqual([
      [0, 3],
      [0.1, 3],
      [0.4, 2],
      [0.6, 1],
      [0.65, 0],
    ]);
  });

  it('counts forgeries by other people apart, and lowers the ratio to what they support', () => {
    const others = scenes(Array<null>(20).fill(null), [9, ...Array<number>(19).fill(0)]);
    const many = scenes(Array<number>(200).fill(0), Array<number>(200).fill(9));
    const table = buildCalibration(many, { others });
    expect(table).toMatchObject({ othersScenes: 20, steps: [{ found: 200, foundOfOthers: 1 }] });
    expect(measuredScenes(table, changes).others).toEqual({ alteredScenes: 20, found: 1 });
    expect(scoreLlr(9, table, changes)).toBeLessThan(scoreLlr(9, buildCalibration(many), changes) - 0.4);
  });
});

describe('confirmCalibration', () => {
  const table = buildCalibration(scenes(Array<number>(150).fill(0), Array<number>(150).fill(9)), {
    others: scenes(Array<null>(26).fill(null), [9, ...Array<number>(25).fill(0)]),
  });
  const further = (scores: readonly (number | null)[]): SceneScores[] => scenes(scores, []);

  it('raises the ratio by further pristine scenes without a false alarm', () => {
    const confirmed = confirmCalibration(table, further([...Array<number>(190).fill(0), null]));
    expect(confirmed).toMatchObject({ innocentScenes: 340, confirmedScenes: 190, alteredScenes: 150 });
    expect(10 ** scoreLlr(9, table, ['inserted-area'])).toBeCloseTo(2.68, 1);
    expect(10 ** scoreLlr(9, confirmed, ['inserted-area'])).toBeCloseTo(5.1, 1);
  });

  it('counts their false alarms, which lower it', () => {
    const [last] = confirmCalibration(table, further([5, 0, 0])).steps.slice(-1);
    expect(last).toMatchObject({ above: 0, falseAlarms: 1 });
    expect(scoreLlr(9, confirmCalibration(table, further([5])), ['inserted-area'])).toBeLessThan(
      scoreLlr(9, table, ['inserted-area']),
    );
  });
});
