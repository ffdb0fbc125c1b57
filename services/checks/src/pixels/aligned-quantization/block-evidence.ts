import type { ComponentCoefficients } from '@assay/media/jpeg/coefficients/read-coefficients';
import type { PixelImage } from '../../check/check.ts';
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

/** Null where too little of the picture tells anything, or once and twice are less than `leastContrast` apart. */
export function blockEvidence(
  image: PixelImage,
  plane: ComponentCoefficients,
  { tiling, leastContrast }: { readonly tiling: Tiling; readonly leastContrast: number },
): BlockEvidence | null {
  const blocks = soundBlocks(image);
  const whole = histogramsOf(plane, blocks);
  const once = histogramsOffGrid(image, plane.steps);
  const ratios = whole.map((levels, k) => logRatios(levels, once[k] ?? noHistogram));
  const meanOfOnce = meanUnder(once, ratios);
  if (meanOfOnce - meanUnder(whole, ratios) < leastContrast) return null;
  const sums = new Float32Array(tiling.columns * tiling.rows);
  const counts = new Float32Array(tiling.columns * tiling.rows);
  let total = 0;
  let squares = 0;
  let count = 0;
  eachBlock(plane, blocks, (levels, block) => {
    const tile = tileAt(tiling, (block % blocks.columns) * 8, Math.floor(block / blocks.columns) * 8);
    for (let k = 0; k < levels.length; k++) {
      const ratio = ratios[k]?.[levels[k] ?? 0] ?? 0;
      if (ratio === 0) continue;
      sums[tile] = (sums[tile] ?? 0) + ratio;
      counts[tile] = (counts[tile] ?? 0) + 1;
      total += ratio;
      squares += ratio * ratio;
      count++;
    }
  });
  if (count === 0) return null;
  const meanOfWhole = total / count;
  const deviation = Math.sqrt(squares / count - meanOfWhole ** 2);
  return { sums, counts, meanOfWhole, meanOfOnce, deviation };
}

/** Whole blocks, by which of them have no channel at its end: clipping spoils what an earlier compression left. */
interface SoundBlocks {
  readonly columns: number;
  readonly isSound: Uint8Array;
}

function soundBlocks(image: PixelImage): SoundBlocks {
  const columns = image.width >> 3;
  const rows = image.height >> 3;
  const isSound = new Uint8Array(columns * rows);
  for (let row = 0, block = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, block++) {
      isSound[block] = isUnclipped(image, (row * image.width + column) * 24) ? 1 : 0;
    }
  }
  return { columns, isSound };
}

/** Of the block whose first value is at `first`. */
function isUnclipped({ width, data }: PixelImage, first: number): boolean {
  for (let from = first, y = 0; y < 8; y++, from += width * 3) {
    for (let at = from; at < from + 24; at++) {
      const value = data[at] ?? 0;
      if (value <= 6 || value >= 245) return false;
    }
  }
  return true;
}

/** Sizes by frequency, 0 for what does not tell; the array is used again for the next block. */
type VisitBlock = (levels: Uint8Array, block: number) => void;

/** The coefficients of each sound block that are not 0 and not too large, without their signs; smooth blocks are left out. */
function eachBlock(
  { coefficients, stride, steps }: ComponentCoefficients,
  { columns, isSound }: SoundBlocks,
  visit: VisitBlock,
): void {
  const levels = new Uint8Array(places.length);
  const least = Float64Array.from(places, (place) => leastAmplitude / (steps[place] ?? 1));
  for (let block = 0, row = 0, column = 0; block < isSound.length; block++, column++) {
    if (column === columns) [row, column] = [row + 1, 0];
    if (isSound[block] === 0) continue;
    const at = (row * stride + column) * 64;
    let shown = 0;
    for (let k = 0; k < levels.length; k++) {
      const level = Math.abs(coefficients[at + (places[k] ?? 0)] ?? 0);
      const tells = level !== 0 && level <= mostLevel && level >= (least[k] ?? 0);
      levels[k] = tells ? level : 0;
      if (tells) shown++;
    }
    if (shown >= leastShown) visit(levels, block);
  }
}

const places = Uint8Array.from(frequencies, ([v, u]) => v * 8 + u);

function emptyHistograms(): Histograms {
  return frequencies.map(() => new Float64Array(mostLevel + 1));
}

function histogramsOf(plane: ComponentCoefficients, blocks: SoundBlocks): Histograms {
  const out = emptyHistograms();
  eachBlock(plane, blocks, (levels) => {
    for (let k = 0; k < levels.length; k++) {
      const level = levels[k] ?? 0;
      const seen = out[k];
      if (level > 0 && seen !== undefined) seen[level] = (seen[level] ?? 0) + 1;
    }
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
  const sampling = { rowStride: stride, columnStride: stride, isSampled: isOffGrid };
  const columns = sampledColumns(image, sampling);
  const levels = frequencies.map(() => new Uint8Array(columns.length));
  const shown = new Uint8Array(columns.length);
  slideDct(image, sampling, (_, rows) => {
    shown.fill(0);
    frequencies.forEach(([v, u], k) => {
      const row = rows[v * 4 + u] ?? none;
      roundTo(steps[v * 8 + u] ?? 1, row, { levels: levels[k] ?? noLevels, shown });
    });
    levels.forEach((row, k) => {
      addSeen(row, shown, out[k] ?? noHistogram);
    });
  });
  return out;
}

const none = new Float32Array(0);
const noLevels = new Uint8Array(0);
const noHistogram = new Float64Array(0);

/** Writes sizes in steps, 0 for what is too small or too large to tell, and counts the others in `shown`. */
function roundTo(
  step: number,
  coefficients: Float32Array,
  { levels, shown }: { readonly levels: Uint8Array; readonly shown: Uint8Array },
): void {
  for (let i = 0; i < levels.length; i++) {
    const level = Math.round(Math.abs(coefficients[i] ?? 0) / step);
    const tells = level <= mostLevel && level * step >= leastAmplitude;
    levels[i] = tells ? level : 0;
    if (tells && level > 0) shown[i] = (shown[i] ?? 0) + 1;
  }
}

function addSeen(levels: Uint8Array, shown: Uint8Array, seen: Float64Array): void {
  for (let i = 0; i < levels.length; i++) {
    const level = levels[i] ?? 0;
    if (level > 0 && (shown[i] ?? 0) >= leastShown) seen[level] = (seen[level] ?? 0) + 1;
  }
}

function isOffGrid(position: number): boolean {
  return (position & 7) >= 2 && (position & 7) <= 6;
}

/** By size: the natural log of how much likelier it is compressed once than in the picture as a whole; 0 where nobody can tell. */
function logRatios(whole: Float64Array, once: Float64Array): Float64Array {
  const sumOfWhole = sumOf(whole);
  const sumOfOnce = sumOf(once);
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
  let total = 0;
  let count = 0;
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
