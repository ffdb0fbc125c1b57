import type { PixelImage } from '../../check/check.ts';
import { gaussianBlur, subtract } from '../../pixels/planes/blur.ts';
import type { PixelBox } from '../../pixels/planes/orientation.ts';
import type { Plane } from '../../pixels/planes/plane.ts';

export const noiseParameters = {
  /** Pixels of the file. */
  patchSide: 192,
  /** Below this correlation the noise of two files is not the same; measured 0.16 and more after a save at quality 50, 0.03 and less else. */
  minCorrelation: 0.08,
  minPixels: 5_000,
  /** Standard deviation in grey levels, below which a file has no noise to compare. */
  minNoise: 0.5,
} as const;

/** The noise of one part of a file, `patchSide` to a side. */
export interface NoisePatch {
  readonly left: number;
  readonly top: number;
  /** In eighths of a grey level; `unused` at edges, and where the sensor was saturated or black. */
  readonly noise: Int8Array;
}

const unused = -128;
const steps = 8;
/** Middles of the patches, as shares of the sides. */
const middles = [
  [0.5, 0.5],
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;
const fine = 1;
const coarse = 2.5;
const maxSlope = 6;
const reach = 2;
const darkest = 12;
const brightest = 243;
const maxLevels = 12;

/** The noise of five parts of a file; empty where it is smaller than two of them. */
export function readNoise(image: PixelImage): NoisePatch[] {
  const { patchSide: side } = noiseParameters;
  if (Math.min(image.width, image.height) < 2 * side) return [];
  return middles.map(([x, y]) => {
    const left = Math.round(image.width * x - side / 2);
    const top = Math.round(image.height * y - side / 2);
    return { left, top, noise: separateNoise(readLuminance(image, left, top)) };
  });
}

function readLuminance({ width, data }: PixelImage, left: number, top: number): Plane {
  const { patchSide: side } = noiseParameters;
  const values = new Float32Array(side * side);
  for (let y = 0, to = 0; y < side; y++) {
    for (let x = 0; x < side; x++, to++) {
      const at = ((top + y) * width + left + x) * 3;
      values[to] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
    }
  }
  return { width: side, height: side, values };
}

function separateNoise(plane: Plane): Int8Array {
  const { width: side, values } = plane;
  const residual = subtract(plane, gaussianBlur(plane, fine)).values;
  const slopes = gaussianBlur(plane, coarse).values;
  const noise = new Int8Array(values.length).fill(unused);
  const between = (at: number, step: number): number => (slopes[at + step] ?? 0) - (slopes[at - step] ?? 0);
  for (let y = reach; y < side - reach; y++) {
    for (let x = reach; x < side - reach; x++) {
      const at = y * side + x;
      const level = values[at] ?? 0;
      const value = residual[at] ?? 0;
      if (level < darkest || level > brightest || Math.abs(value) > maxLevels) continue;
      if (Math.hypot(between(at, reach), between(at, reach * side)) < maxSlope)
        noise[at] = Math.round(value * steps);
    }
  }
  return noise;
}

const maxShift = 2;

/**
 * Correlation of the noise of two files of one size outside of places of the first, −1 to 1, the best within two pixels. Copies have the
 * noise of their original, unless they were resized or filtered. Null where the files have too little noise.
 */
export function correlateNoise(
  one: readonly NoisePatch[],
  two: readonly NoisePatch[],
  places: readonly PixelBox[],
): number | null {
  const kept = one.map((patch) => withoutPlaces(patch, places));
  const found: number[] = [];
  for (let shiftY = -maxShift; shiftY <= maxShift; shiftY++) {
    for (let shiftX = -maxShift; shiftX <= maxShift; shiftX++) {
      const correlation = correlateShifted(kept, two, shiftY * noiseParameters.patchSide + shiftX);
      if (correlation !== null) found.push(correlation);
    }
  }
  return found.length === 0 ? null : Math.max(...found);
}

function withoutPlaces({ left, top, noise }: NoisePatch, places: readonly PixelBox[]): Int8Array {
  const { patchSide: side } = noiseParameters;
  return noise.map((value, at) => {
    const x = left + (at % side);
    const y = top + Math.floor(at / side);
    return places.some((box) => isNear(box, x, y)) ? unused : value;
  });
}

/** Half of the sides of a place belong to its neighbourhood, where it can differ a little. */
function isNear({ x, y, width, height }: PixelBox, atX: number, atY: number): boolean {
  const isWithin = (at: number, from: number, length: number): boolean =>
    at >= from - length / 4 && at <= from + (5 * length) / 4;
  return isWithin(atX, x, width) && isWithin(atY, y, height);
}

function correlateShifted(
  one: readonly Int8Array[],
  two: readonly NoisePatch[],
  shift: number,
): number | null {
  let count = 0;
  let sumAA = 0;
  let sumBB = 0;
  let sumAB = 0;
  for (const [index, own] of one.entries()) {
    const other = two[index]?.noise ?? new Int8Array(0);
    for (let at = 0; at < own.length; at++) {
      const a = own[at] ?? unused;
      const b = other[at + shift] ?? unused;
      if (a === unused || b === unused) continue;
      count += 1;
      sumAA += a * a;
      sumBB += b * b;
      sumAB += a * b;
    }
  }
  const { minPixels, minNoise } = noiseParameters;
  const least = count * (minNoise * steps) ** 2;
  return count < minPixels || Math.min(sumAA, sumBB) < least ? null : sumAB / Math.sqrt(sumAA * sumBB);
}
