import { gaussianBlur } from '../../pixels/planes/blur.ts';
import { sampleCubic } from '../../pixels/copy-move/regions/registration.ts';
import { applyTransform, invertTransform, scaleOf } from '../../pixels/copy-move/matching/transform.ts';
import type { Transform } from '../../pixels/copy-move/matching/transform.ts';
import type { Plane } from '../../pixels/planes/plane.ts';
import { windowSums } from '../../pixels/planes/windows.ts';

export const windowParameters = {
  /** Pixels of the coarser plane; evens out the compression, and grids that are a fraction of a pixel apart. */
  smoothing: 1,
  /** A window is a square of 11 pixels. */
  radius: 5,
  /** The share of a window that both images must show. */
  minShared: 0.6,
} as const;

/** How well two images agree around each pixel of the coarser one. Row-major; NaN where too little is shared. */
export interface WindowComparison {
  readonly width: number;
  readonly height: number;
  /** True where the pixels are those of the second image. */
  readonly isFrameSecond: boolean;
  /** The map from these pixels to those of the other image. */
  readonly toOther: Transform;
  /** The share of the frame that the other image shows as well, 0 to 1. */
  readonly shared: number;
  /** −1 to 1. */
  readonly correlation: Float32Array;
  /** Standard deviation in the window that varies more, in grey levels of the frame. */
  readonly contrast: Float32Array;
  /** Standard deviation that one image does not explain of the other, in grey levels of the frame. */
  readonly unexplained: Float32Array;
}

/** Compares two planes window by window. The finer one is first made as coarse as the other. */
export function compareWindows(one: Plane, two: Plane, transform: Transform): WindowComparison {
  const isFrameSecond = scaleOf(transform) < 1;
  const [frame, other] = isFrameSecond ? [two, one] : [one, two];
  const toOther = isFrameSecond ? invertTransform(transform) : transform;
  const pair = registerPlanes(frame, other, toOther);
  const sums = windowStatistics(pair);
  const gain = typicalGain(sums);
  const { width, height } = frame;
  const count = width * height;
  const contrast = new Float32Array(count).fill(NaN);
  const unexplained = new Float32Array(count).fill(NaN);
  for (let at = 0; at < count; at++) {
    const correlation = sums.correlation[at] ?? NaN;
    if (Number.isNaN(correlation)) continue;
    const stronger = Math.max(sums.spread[at] ?? 0, gain * (sums.otherSpread[at] ?? 0));
    contrast[at] = stronger;
    unexplained[at] = stronger * Math.sqrt(Math.max(0, 1 - Math.max(0, correlation) ** 2));
  }
  const { correlation } = sums;
  return { width, height, isFrameSecond, toOther, shared: pair.shared, correlation, contrast, unexplained };
}

/** Both images in the pixels of the frame, NaN where one of them has nothing to compare. */
interface RegisteredPlanes {
  readonly width: number;
  readonly height: number;
  readonly own: Float32Array;
  readonly other: Float32Array;
  readonly shared: number;
}

const margin = 2;

function registerPlanes(frame: Plane, other: Plane, toOther: Transform): RegisteredPlanes {
  const { width, height } = frame;
  const { smoothing } = windowParameters;
  const own = gaussianBlur(frame, smoothing).values;
  const scale = scaleOf(toOther);
  const smooth = gaussianBlur(other, Math.sqrt((smoothing * scale) ** 2 + (scale ** 2 - 1) / 4));
  const values = new Float32Array(own.length).fill(NaN);
  let shared = 0;
  for (let y = margin; y < height - margin; y++) {
    for (let x = margin; x < width - margin; x++) {
      const place = applyTransform(toOther, { x, y });
      const value = sampleCubic(smooth, place.x, place.y);
      if (Number.isNaN(value)) continue;
      shared += 1;
      const at = y * width + x;
      if (!isClipped(own[at] ?? 0, value)) values[at] = value;
    }
  }
  return { width, height, own, other: values, shared: shared / own.length };
}

const white = 248;
const nearWhite = 150;
const black = 7;
const nearBlack = 100;

/** True where brightening or darkening can have clipped one of two levels, so that they say nothing. */
function isClipped(one: number, two: number): boolean {
  const low = Math.min(one, two);
  const high = Math.max(one, two);
  return (high > white && low > nearWhite) || (low < black && high < nearBlack);
}

interface WindowStatistics {
  readonly correlation: Float32Array;
  readonly spread: Float32Array;
  readonly otherSpread: Float32Array;
}

/** Levels are taken from the middle of their range: sums of squares stay exact. */
const middle = 128;
const minVariance = 0.01;

function windowStatistics(pair: RegisteredPlanes): WindowStatistics {
  const { radius, minShared } = windowParameters;
  const { own } = pair;
  const [counts, sumA, sumB, sumAA, sumBB, sumAB] = momentSums(pair);
  const least = minShared * (2 * radius + 1) ** 2;
  const correlation = new Float32Array(own.length).fill(NaN);
  const spread = new Float32Array(own.length);
  const otherSpread = new Float32Array(own.length);
  for (let at = 0; at < own.length; at++) {
    const count = counts[at] ?? 0;
    if (count < least) continue;
    const meanA = (sumA[at] ?? 0) / count;
    const meanB = (sumB[at] ?? 0) / count;
    const varianceA = Math.max(0, (sumAA[at] ?? 0) / count - meanA ** 2);
    const varianceB = Math.max(0, (sumBB[at] ?? 0) / count - meanB ** 2);
    const common = (sumAB[at] ?? 0) / count - meanA * meanB;
    const isFlat = Math.min(varianceA, varianceB) < minVariance;
    correlation[at] = isFlat ? 0 : common / Math.sqrt(varianceA * varianceB);
    spread[at] = Math.sqrt(varianceA);
    otherSpread[at] = Math.sqrt(varianceB);
  }
  return { correlation, spread, otherSpread };
}

/** Sums over each window of 1, a, b, a², b² and ab, of the pixels that both have. */
function momentSums({ width, height, own, other }: RegisteredPlanes) {
  const plane = (): Float32Array => new Float32Array(own.length);
  const [ones, a, b, aa, bb, ab] = [plane(), plane(), plane(), plane(), plane(), plane()] as const;
  for (let at = 0; at < own.length; at++) {
    const there = (other[at] ?? NaN) - middle;
    if (Number.isNaN(there)) continue;
    const here = (own[at] ?? 0) - middle;
    ones[at] = 1;
    a[at] = here;
    b[at] = there;
    aa[at] = here * here;
    bb[at] = there * there;
    ab[at] = here * there;
  }
  const sum = (values: Float32Array): Float32Array =>
    windowSums({ width, height, values }, windowParameters.radius).values;
  return [sum(ones), sum(a), sum(b), sum(aa), sum(bb), sum(ab)] as const;
}

const gainStep = 7;
const minSpread = 6;
const minAgreement = 0.7;

/** The median ratio of both contrasts where the windows agree; 1 where none do. */
function typicalGain({ correlation, spread, otherSpread }: WindowStatistics): number {
  const ratios: number[] = [];
  for (let at = 0; at < spread.length; at += gainStep) {
    const one = spread[at] ?? 0;
    const other = otherSpread[at] ?? 0;
    if (one > minSpread && other > minSpread && (correlation[at] ?? 0) > minAgreement)
      ratios.push(one / other);
  }
  const sorted = ratios.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}
