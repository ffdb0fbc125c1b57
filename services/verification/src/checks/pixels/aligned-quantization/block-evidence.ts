import type { ComponentCoefficients } from '@assay/media/jpeg/coefficients/read-coefficients';
import type { PixelImage } from '../../check.ts';
import { frequencies } from '../double-quantization/step-tables.ts';
import { sampledColumns, slideDct } from '../double-quantization/sliding-dct.ts';
import { tileAt } from '../tiling/tile-windows.ts';
import type { Tiling } from '../tiling/tile-windows.ts';

/** How much the blocks of each tile look compressed once rather than as the picture as a whole. */
export interface BlockEvidence {
  /** By tile: sum of the natural log ratio of "once" to "as the whole" over the coefficients that tell, and their number. */
  readonly sums: Float32Array;
  readonly counts: Float32Array;
  /** Mean of that ratio in the picture as a whole, and what it would be of blocks compressed once. */
  readonly meanOfWhole: number;
  readonly meanOfOnce: number;
  /** Of one coefficient. */
  readonly deviation: number;
}

/** How often each quantized size, 0 to `mostLevel`, occurs at each frequency. */
type Histograms = readonly Float64Array[];

const mostLevel = 40;
/** Sizes rarer than this among blocks off the grid have no ratio. */
const leastSeen = 30;
const leastOfFrequency = 200;
const mostLogRatio = 3;
/** Smaller coefficients come from rounding to pixels, which smooth areas show and nothing else hides. */
const leastAmplitude = 3;
/** A block with fewer larger ones is smooth. */
const leastShown = 3;
const referenceSamples = 250_000;

/** Null where too little of the picture tells anything. */
export function blockEvidence(
  image: PixelImage,
  plane: ComponentCoefficients,
  tiling: Tiling,
): BlockEvidence | null {
  const blocks = soundBlocks(image);
  const whole = histogramsOf(plane, blocks);
  const once = histogramsOffGrid(image, plane.steps);
  const ratios = whole.map((levels, k) => logRatios(levels, once[k] ?? new Float64Array(0)));
  const sums = new Float32Array(tiling.columns * tiling.rows);
  const counts = new Float32Array(tiling.columns * tiling.rows);
  let [total, squares, count] = [0, 0, 0];
  eachLevel(plane, blocks, (k, level, [x, y]) => {
    const ratio = ratios[k]?.[level] ?? 0;
    if (ratio === 0) return;
    const tile = tileAt(tiling, x, y);
    sums[tile] = (sums[tile] ?? 0) + ratio;
    counts[tile] = (counts[tile] ?? 0) + 1;
    total += ratio;
    squares += ratio * ratio;
    count++;
  });
  if (count === 0) return null;
  const meanOfWhole = total / count;
  const deviation = Math.sqrt(squares / count - meanOfWhole ** 2);
  return { sums, counts, meanOfWhole, meanOfOnce: meanUnder(once, ratios), deviation };
}

/** Whole blocks, by which of them have no channel at its end: clipping spoils what an earlier compression left. */
interface SoundBlocks {
  readonly columns: number;
  readonly isSound: Uint8Array;
}

function soundBlocks({ width, height, data }: PixelImage): SoundBlocks {
  const [columns, rows] = [width >> 3, height >> 3];
  const isSound = new Uint8Array(columns * rows).fill(1);
  for (let y = 0; y < rows * 8; y++) {
    const from = y * width * 3;
    for (let at = from; at < from + columns * 24; at++) {
      const value = data[at] ?? 0;
      if (value <= 6 || value >= 245) isSound[(y >> 3) * columns + Math.floor((at - from) / 24)] = 0;
    }
  }
  return { columns, isSound };
}

type VisitLevel = (frequency: number, level: number, place: readonly [number, number]) => void;

/** Each coefficient of a sound block that is not 0 and not too large, without its sign; the place is the block's, in pixels. */
function eachLevel(
  { coefficients, stride, steps }: ComponentCoefficients,
  { columns, isSound }: SoundBlocks,
  visit: VisitLevel,
): void {
  const levels = new Uint8Array(places.length);
  isSound.forEach((sound, block) => {
    if (sound === 0) return;
    const row = Math.floor(block / columns);
    const at = (row * stride + (block % columns)) * 64;
    const place = [(block % columns) * 8, row * 8] as const;
    levels.fill(0);
    let shown = 0;
    for (let k = 0; k < places.length; k++) {
      const level = Math.abs(coefficients[at + (places[k] ?? 0)] ?? 0);
      if (level === 0 || level > mostLevel || level * (steps[places[k] ?? 0] ?? 1) < leastAmplitude) continue;
      levels[k] = level;
      shown++;
    }
    if (shown < leastShown) return;
    for (let k = 0; k < places.length; k++) if ((levels[k] ?? 0) > 0) visit(k, levels[k] ?? 0, place);
  });
}

const places = frequencies.map(([v, u]) => v * 8 + u);

function emptyHistograms(): Histograms {
  return frequencies.map(() => new Float64Array(mostLevel + 1));
}

function histogramsOf(plane: ComponentCoefficients, blocks: SoundBlocks): Histograms {
  const out = emptyHistograms();
  eachLevel(plane, blocks, (k, level) => {
    const levels = out[k];
    if (levels !== undefined) levels[level] = (levels[level] ?? 0) + 1;
  });
  return out;
}

/**
 * What the picture's coefficients would be had it been compressed once: those of blocks that begin off the grid, where no earlier
 * step shows, rounded to the steps of the last save.
 */
function histogramsOffGrid(image: PixelImage, steps: readonly number[]): Histograms {
  const out = emptyHistograms();
  const stride = Math.max(1, Math.ceil(Math.sqrt((image.width * image.height) / referenceSamples)));
  const sampling = { rowStride: stride, columnStride: stride };
  const columns = sampledColumns(image, sampling);
  const shown = new Uint8Array(columns.length);
  slideDct(image, sampling, (y, rows) => {
    if (!isOffGrid(y)) return;
    const levels = frequencies.map(([v, u]) =>
      levelsOf(rows[v * 4 + u] ?? new Float32Array(0), steps[v * 8 + u] ?? 1),
    );
    columns.forEach((x, i) => {
      shown[i] = isOffGrid(x) ? levels.reduce((count, row) => count + ((row[i] ?? 0) > 0 ? 1 : 0), 0) : 0;
    });
    levels.forEach((row, k) => {
      const seen = out[k];
      row.forEach((level, i) => {
        if (seen !== undefined && level > 0 && (shown[i] ?? 0) >= leastShown)
          seen[level] = (seen[level] ?? 0) + 1;
      });
    });
  });
  return out;
}

/** Sizes in steps; 0 for what is too small or too large to tell. */
function levelsOf(coefficients: Float32Array, step: number): Uint8Array {
  return Uint8Array.from(coefficients, (coefficient) => {
    const level = Math.round(Math.abs(coefficient) / step);
    return level > mostLevel || level * step < leastAmplitude ? 0 : level;
  });
}

function isOffGrid(position: number): boolean {
  return (position & 7) >= 2 && (position & 7) <= 6;
}

/** By size: the natural log of how much likelier it is compressed once than in the picture as a whole; 0 where nobody can tell. */
function logRatios(whole: Float64Array, once: Float64Array): Float64Array {
  const [sumOfWhole, sumOfOnce] = [sumOf(whole), sumOf(once)];
  if (sumOfWhole < leastOfFrequency || sumOfOnce < leastOfFrequency) return new Float64Array(mostLevel + 1);
  return whole.map((seen, level) => {
    const seenOnce = once[level] ?? 0;
    if (level === 0 || seenOnce < leastSeen) return 0;
    const ratio = Math.log(
      (seenOnce + 2) / (sumOfOnce + 2 * mostLevel) / ((seen + 2) / (sumOfWhole + 2 * mostLevel)),
    );
    return Math.max(-mostLogRatio, Math.min(mostLogRatio, ratio));
  });
}

function meanUnder(histograms: Histograms, ratios: readonly Float64Array[]): number {
  let [total, count] = [0, 0];
  histograms.forEach((levels, k) => {
    levels.forEach((seen, level) => {
      const ratio = ratios[k]?.[level] ?? 0;
      if (ratio === 0) return;
      total += seen * ratio;
      count += seen;
    });
  });
  return count === 0 ? 0 : total / count;
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
