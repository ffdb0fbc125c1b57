import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import { countedLines, createGridProbe, granuleLength, reachLength } from './hybrid-filterbank.ts';
import type { GridProbe } from './hybrid-filterbank.ts';

/** A place, modulo a granule, at which granules of a coding begin. */
export interface CodingGrid {
  readonly offset: number;
  /** How far near-zero coefficients at it stand out from all other places, in robust deviations. */
  readonly strength: number;
}

/** Samples from and up to which something is looked for. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Half a step of 16 bits and a little: what a quantizer set to zero is not more after it was decoded and rounded. */
export const zeroLevel = 1 / 32_768;
export const leastStrength = 12;
export const mostProbes = 64;
/** Of a peak, at most this share may stand one or two samples beside it: grids are sharp, and tones are not. */
const mostBeside = 0.35;
/** Filters leave lesser peaks around a grid, this far away and this high in comparison. */
const skirt = 40;
const skirtShare = 0.5;
const mostGrids = 4;
const periodicShare = 0.5;

/** Searches a stretch for the grids of MP3 coding, the strongest first. */
export function findGrids(
  { samples }: Pick<MonoSound, 'samples'>,
  {
    stretch,
    probes,
    signal,
  }: { readonly stretch: Stretch; readonly probes: number; readonly signal: AbortSignal },
): CodingGrid[] {
  const probe = createGridProbe(samples, zeroLevel);
  const zeros = new Float64Array(granuleLength);
  const places = loudPlaces(samples, stretch, probes);
  for (const place of places) {
    signal.throwIfAborted();
    probe.addZeros(place, zeros);
  }
  return places.length === 0 ? [] : sharpPeaks(zeros);
}

/** Beginnings of whole granules, evenly spread, each the loudest of three. */
function loudPlaces(samples: Float32Array, { from, to }: Stretch, count: number): number[] {
  const first = Math.ceil(from / granuleLength);
  const last = Math.floor((to - reachLength - granuleLength) / granuleLength);
  const all = Math.min(3 * count, last - first + 1);
  if (all < 3) return [];
  const places = Array.from({ length: all }, (_, index) => {
    const start = granuleLength * (first + Math.floor((index * (last - first + 1)) / all));
    let energy = 0;
    for (let i = start; i < start + reachLength; i++) energy += (samples[i] ?? 0) ** 2;
    return { start, energy };
  });
  return Array.from({ length: Math.floor(all / 3) }, (_, index) => {
    const group = places.slice(3 * index, 3 * index + 3);
    return group.reduce((best, one) => (one.energy > best.energy ? one : best)).start;
  });
}

function sharpPeaks(zeros: Float64Array): CodingGrid[] {
  const middle = medianOf(zeros);
  const deviation = 1.4826 * medianOf(zeros.map((count) => Math.abs(count - middle))) + 1;
  const heights = zeros.map((count) => (count - middle) / deviation);
  const found: CodingGrid[] = [];
  for (const offset of [...heights.keys()].sort(
    (one, other) => (heights[other] ?? 0) - (heights[one] ?? 0),
  )) {
    const strength = heights[offset] ?? 0;
    if (strength < leastStrength || found.length === mostGrids) break;
    const beside = Math.max(...[-2, -1, 1, 2].map((by) => heights[wrapped(offset + by)] ?? 0));
    const isSkirt = found.some(
      (one) => distance(one.offset, offset) <= skirt && strength < skirtShare * one.strength,
    );
    if (beside <= mostBeside * strength && !isSkirt) found.push({ offset, strength: Math.round(strength) });
  }
  // What repeats itself within a granule, as pulses do, stands out at several places alike.
  const isPeriodic = (found[mostGrids - 1]?.strength ?? 0) > periodicShare * (found[0]?.strength ?? 0);
  return isPeriodic ? [] : found;
}

/** Places beside a grid to compare it with; they are compared by their median, should another grid be among them. */
const comparedBeside = [101, 211, 333, 467] as const;
const leastDifference = 0.02;
const leastRatio = 5;

/** Whether granules of the stretch begin at the grid: `granules` of them are compared with places beside them. */
export function isOnGrid(
  probe: GridProbe,
  { offset }: CodingGrid,
  { stretch, granules }: { readonly stretch: Stretch; readonly granules: number },
): boolean {
  const first = stretch.from + wrapped(offset - stretch.from);
  const room = Math.floor((stretch.to - first - reachLength - granuleLength) / granuleLength);
  const count = Math.min(granules, room);
  if (count < 4) return false;
  const differences = Array.from({ length: count }, (_, index) => {
    const start = first + granuleLength * Math.floor((index * room) / count);
    const beside = comparedBeside.map((by) => probe.zerosAt(start + by)).sort((a, b) => a - b);
    return probe.zerosAt(start) - ((beside[1] ?? 0) + (beside[2] ?? 0)) / 2;
  });
  const mean = differences.reduce((sum, value) => sum + value, 0) / count;
  const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  return mean >= leastDifference * countedLines && mean >= leastRatio * Math.sqrt(variance / count);
}

function medianOf(values: Float64Array): number {
  return values.toSorted()[values.length >> 1] ?? 0;
}

const wrapped = (offset: number): number => ((offset % granuleLength) + granuleLength) % granuleLength;

export function distance(one: number, other: number): number {
  const apart = wrapped(one - other);
  return Math.min(apart, granuleLength - apart);
}
