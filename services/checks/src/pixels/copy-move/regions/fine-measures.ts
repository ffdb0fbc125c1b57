import type { Grid } from '../../planes/windows.ts';
import { windowSums } from '../../planes/windows.ts';

const surroundings = 8;
const minSurroundingDeviation = 3;
const evenContrast = 40;
const middleLevel = 128;

/** The levels with the mean and deviation of their surroundings made the same everywhere, in 0..255. */
export function evenedLevels(levels: Grid): Float32Array {
  const count = windowSums(
    { ...levels, values: new Float32Array(levels.values.length).fill(1) },
    surroundings,
  ).values;
  const sums = windowSums(levels, surroundings).values;
  const squares = windowSums(
    { ...levels, values: levels.values.map((value) => value * value) },
    surroundings,
  ).values;
  return levels.values.map((value, i) => {
    const mean = (sums[i] ?? 0) / (count[i] ?? 1);
    const deviation = Math.sqrt(Math.max(0, (squares[i] ?? 0) / (count[i] ?? 1) - mean * mean));
    return middleLevel + (evenContrast * (value - mean)) / Math.max(minSurroundingDeviation, deviation);
  });
}

/** Share of the variance that two levels explain; `values` in 0..255. */
export function twoLevelShare(values: Float32Array, mask: Uint8Array): number {
  const histogram = new Float64Array(256);
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== 1) continue;
    const level = Math.max(0, Math.min(255, Math.round(values[i] ?? 0)));
    histogram[level] = (histogram[level] ?? 0) + 1;
  }
  const [count, sum, squares] = histogram.reduce(
    ([n, s, q], frequency, level) => [n + frequency, s + frequency * level, q + frequency * level * level],
    [0, 0, 0] as [number, number, number],
  );
  const variance = squares / count - (sum / count) ** 2;
  if (!(variance > 0)) return 1;
  let below = 0;
  let sumBelow = 0;
  let best = 0;
  for (let level = 0; level < 256; level++) {
    below += histogram[level] ?? 0;
    sumBelow += level * (histogram[level] ?? 0);
    if (below === 0 || below === count) continue;
    const between = (sumBelow * count - sum * below) ** 2 / (below * (count - below) * count * count);
    if (between > best) best = between;
  }
  return best / variance;
}

interface TwoPlaces {
  readonly levels: Grid;
  readonly levelsThere: Grid;
  /** Detail of the first place, from which its structure is read. */
  readonly here: Grid;
  readonly mask: Uint8Array;
}

const structureRadius = 2;

/** Correlation of the finest detail of both places over the less structured half of the region; 0 where there is none. */
export function quietSimilarity({ levels, levelsThere, here, mask }: TwoPlaces): number {
  const structure = windowSums(
    { ...here, values: here.values.map((value) => value * value) },
    structureRadius,
  ).values;
  const inside = structure.filter((_, i) => mask[i] === 1).sort();
  const median = inside[inside.length >> 1] ?? 0;
  const fine = finestDetail(levels);
  const fineThere = finestDetail(levelsThere);
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== 1 || (structure[i] ?? 0) > median) continue;
    const one = fine[i] ?? 0;
    const other = fineThere[i] ?? 0;
    if (Number.isNaN(one + other)) continue;
    xx += one * one;
    yy += other * other;
    xy += one * other;
  }
  return xx * yy === 0 ? 0 : xy / Math.sqrt(xx * yy);
}

/** What is left of each sample when the mean of it and its four neighbours is taken away; NaN beside unknown samples. */
function finestDetail({ width, height, values }: Grid): Float32Array {
  const fine = new Float32Array(values.length);
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const across = (values[at - 1] ?? 0) + (values[at + 1] ?? 0);
      const along = (values[at - width] ?? 0) + (values[at + width] ?? 0);
      fine[at] = 0.8 * (values[at] ?? 0) - 0.2 * (across + along);
    }
  }
  return fine;
}
