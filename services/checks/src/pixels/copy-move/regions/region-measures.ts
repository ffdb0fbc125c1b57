import { correlateWindows } from './correlation.ts';
import { evenedLevels, quietSimilarity, twoLevelShare } from './fine-measures.ts';
import type { Frame } from './region-grid.ts';
import type { Grid } from '../../planes/windows.ts';
import { windowSums } from '../../planes/windows.ts';

/** How alike two places are. Copies agree in every detail; look-alikes agree in outline only. */
export interface RegionMeasures {
  /** Structured working pixels of the region. */
  readonly area: number;
  /** All working pixels of the region, structured or not. */
  readonly extent: number;
  /** Mean correlation of structured windows inside. */
  readonly similarity: number;
  /** Correlation that nine in ten small windows (5×5 samples) inside exceed. */
  readonly weakestSimilarity: number;
  /** Root mean square of what differs after fitting the gain, grey levels. */
  readonly residual: number;
  /** Root mean square of the detail, grey levels. */
  readonly contrast: number;
  /** Mean correlation in the ring around the region: what the scene's self-similarity explains by itself. */
  readonly ringSimilarity: number;
  readonly ringArea: number;
  /** Share of the inside without any gradient, as in drawings and screenshots. */
  readonly flatShare: number;
  /**
   * Share of the variance of the levels that two levels explain (Otsu 1979), 0..1: near 1 for lettering and labels, which are
   * printed more than once lawfully.
   */
  readonly twoLevelShare: number;
  /** The same after the brightness and contrast around each sample were made equal: for grey print, shaded or far away. */
  readonly localTwoLevelShare: number;
  /**
   * Correlation of the finest detail where there is least structure, -1..1: a copy has the noise of its origin, a look-alike
   * noise of its own.
   */
  readonly quietSimilarity: number;
}

interface Comparison {
  /** Luminance of both places, before the detail was separated from it. */
  readonly levels: Grid;
  readonly levelsThere: Grid;
  readonly here: Grid;
  readonly there: Grid;
  readonly correlation: Grid;
  readonly mask: Uint8Array;
  readonly frame: Frame;
}

const smallRadius = 2;
const smallDeviation = 1.5;
const ringGap = 9;
const ringWidth = 20;
const flatGradient = 0.3;

export function measureRegion(comparison: Comparison): RegionMeasures {
  const pixelsPerSample = comparison.frame.step ** 2;
  const { inside, ring } = similarities(comparison);
  return {
    area: inside.count * pixelsPerSample,
    extent: comparison.mask.reduce((sum, value) => sum + value, 0) * pixelsPerSample,
    similarity: inside.sum / Math.max(1, inside.count),
    ringSimilarity: ring.sum / Math.max(1, ring.count),
    ringArea: ring.count * pixelsPerSample,
    ...smallWindows(comparison),
    flatShare: flatShare(comparison),
    twoLevelShare: twoLevelShare(comparison.levels.values, comparison.mask),
    localTwoLevelShare: twoLevelShare(evenedLevels(comparison.levels), comparison.mask),
    quietSimilarity: quietSimilarity(comparison),
  };
}

interface Tally {
  count: number;
  sum: number;
}

function similarities({ correlation, mask }: Comparison): { inside: Tally; ring: Tally } {
  const solid: Grid = { ...correlation, values: new Float32Array(mask) };
  const near = windowSums(solid, ringGap).values;
  const far = windowSums(solid, ringGap + ringWidth).values;
  const inside = { count: 0, sum: 0 };
  const ring = { count: 0, sum: 0 };
  for (let i = 0; i < mask.length; i++) {
    const value = correlation.values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const isRing = (near[i] ?? 0) < 0.5 && (far[i] ?? 0) > 0.5;
    const tally = mask[i] === 1 ? inside : isRing ? ring : null;
    if (tally === null) continue;
    tally.count++;
    tally.sum += value;
  }
  return { inside, ring };
}

function smallWindows({
  here,
  there,
  mask,
}: Comparison): Pick<RegionMeasures, 'weakestSimilarity' | 'residual' | 'contrast'> {
  const window = { radius: smallRadius, minDeviation: smallDeviation };
  const correlation = correlateWindows(here, there, window).values;
  const found: number[] = [];
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let i = 0; i < mask.length; i++) {
    const value = correlation[i] ?? Number.NaN;
    if (mask[i] !== 1 || Number.isNaN(value)) continue;
    found.push(value);
    const one = here.values[i] ?? 0;
    const other = there.values[i] ?? 0;
    xx += one * one;
    yy += other * other;
    xy += one * other;
  }
  const count = Math.max(1, found.length);
  return {
    weakestSimilarity: Float32Array.from(found).sort()[Math.floor(found.length * 0.1)] ?? 0,
    residual: Math.sqrt(Math.max(0, xx - (yy === 0 ? 0 : (xy * xy) / yy)) / count),
    contrast: Math.sqrt(xx / count),
  };
}

function flatShare({ here: { values, width }, mask }: Comparison): number {
  let all = 0;
  let flat = 0;
  for (let i = 0; i + width < mask.length; i++) {
    if (mask[i] !== 1) continue;
    all++;
    const value = values[i] ?? 0;
    const gradient = Math.abs(value - (values[i + 1] ?? 0)) + Math.abs(value - (values[i + width] ?? 0));
    if (gradient < flatGradient) flat++;
  }
  return flat / Math.max(1, all);
}
