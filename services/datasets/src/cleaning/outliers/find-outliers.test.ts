import { describe, expect, it } from 'vitest';
import { explainOutlier, findOutliers } from './find-outliers.ts';

/** A pseudorandom normal number from a seed that moves on. */
function createNormal(seed: number): () => number {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 1) / (2 ** 32 + 1);
  };
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
}

function makeVectors(count: number, length: number, seed = 1): number[][] {
  const normal = createNormal(seed);
  return Array.from({ length: count }, () => Array.from({ length }, (_, at) => 10 * at + normal()));
}

describe('findOutliers', () => {
  it('finds vectors with one unusual value, and names the value and its direction', () => {
    const vectors = makeVectors(500, 6);
    vectors[17] = [0, -5, 20, 30, 40, 50];
    vectors[230] = [0, 10, 20, 30, 52, 50];
    const found = findOutliers(vectors);
    expect(found.map(({ index, feature, direction }) => ({ index, feature, direction }))).toEqual([
      { index: 17, feature: 1, direction: 'low' },
      { index: 230, feature: 4, direction: 'high' },
    ]);
    expect(found.every(({ score }) => score > 0.5 && score <= 1)).toBe(true);
  });

  it('finds at most one in a thousand among vectors that are only spread', () => {
    for (const seed of [2, 3, 4])
      expect(findOutliers(makeVectors(4_000, 9, seed)).length).toBeLessThanOrEqual(4);
  });

  it('does not take a second group for outliers', () => {
    const vectors = makeVectors(400, 5).map((vector, at) =>
      at % 4 === 0 ? vector.map((value) => value + 40) : vector,
    );
    expect(findOutliers(vectors)).toEqual([]);
  });

  it('finds an outlier twice in the list', () => {
    const vectors = makeVectors(300, 4);
    vectors[5] = vectors[6] = [30, 10, 20, 30];
    expect(findOutliers(vectors).map(({ index }) => index)).toEqual([5, 6]);
  });

  it('finds nothing in few, equal or constant vectors', () => {
    expect(findOutliers(makeVectors(19, 3))).toEqual([]);
    expect(findOutliers(Array.from({ length: 100 }, () => [1, 2, 3]))).toEqual([]);
  });

  it('finds the value that differs where nearly all have the same', () => {
    const vectors = makeVectors(200, 3).map(([first = 0, second = 0], at) => [
      first,
      second,
      at === 50 ? 3 : 1,
    ]);
    expect(findOutliers(vectors)[0]).toMatchObject({ index: 50, feature: 2, direction: 'high' });
  });

  it('refuses vectors of different lengths and values that are not finite', () => {
    expect(() => findOutliers([...makeVectors(30, 3), [1, 2]])).toThrow(RangeError);
    expect(() => findOutliers([...makeVectors(30, 2), [1, Number.NaN]])).toThrow(RangeError);
  });

  it('finds 20 outliers among 25,000 vectors', () => {
    const vectors = makeVectors(25_000, 9);
    const planted = Array.from({ length: 20 }, (_, at) => at * 1_249 + 3);
    for (const at of planted) vectors[at] = [14, 10, 20, 30, 40, 50, 60, 70, 80];
    for (const [place, at] of planted.entries())
      vectors[at]?.splice(place % 9, 1, 10 * (place % 9) + 14 + place * 3);
    const found = findOutliers(vectors).map(({ index }) => index);
    expect(planted.filter((at) => !found.includes(at))).toEqual([]);
    expect(found.length).toBeLessThan(45);
  });
});

describe('explainOutlier', () => {
  const sentences = [{ low: 'The image is darker.', high: 'The image is brighter.' }];

  it('returns the sentence of the unusual value, or the other one', () => {
    expect(explainOutlier({ feature: 0, direction: 'low' }, sentences, 'It differs.')).toBe(
      'The image is darker.',
    );
    expect(explainOutlier({ feature: undefined, direction: 'low' }, sentences, 'It differs.')).toBe(
      'It differs.',
    );
  });
});
