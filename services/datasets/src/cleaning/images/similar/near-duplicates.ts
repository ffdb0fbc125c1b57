import type { BlockDifferences } from '../changed/find-stamp.ts';
import { colourSide, decodeFingerprint, greySide } from './fingerprint.ts';
import type { DecodedFingerprint } from './fingerprint.ts';
import type { ImageFeatures } from './image-features.ts';
import { averageBoxes, averagePlane, multiplyPlanes, smoothPlane } from '../reading/plane-filters.ts';

/**
 * Limits of the differences between two copies of one image, in units of the difference that is expected of a copy. Measured on 42
 * scenes, saved again at JPEG qualities from 30 to 90 and in four other formats, at 25 % to 130 % of their size, against frames of
 * bursts, moved objects, crops and pages: copies reach 1.0, 2.8 and 4.0, and frames that moved by one of 128 pixels start at 1.4.
 */
const maxMeanDifference = 1.15;
const maxFourthDifference = 3;
const maxBlockDifference = 4;
/** Copies of photographs correlate by 0.98. Without detail there is nothing to correlate, so flat images are never confirmed. */
const minCorrelation = 0.95;
/** Levels of Cb and Cr on 16 × 16 pixels. A palette of 256 colours shifts them by 12. */
const maxColourDifference = 16;
/** Grey levels that the whole image of a copy may be brighter, as a palette makes it. */
const maxBrightnessShift = 3;
const blockSide = 8;
const blocksPerRow = greySide / blockSide;
const detailRadius = 7;

/** Part of the squared local gradient that resampling and coding change. */
const gradientShare = 0.1;
/** Standard deviation of detail, in grey levels, from which one level of noise is expected; less in darker and flatter images. */
const fullDetail = 6;
const minNoise = 0.02;
/** Share of the quantization noise that is left after smoothing. */
const smoothedNoise = 0.14;

/**
 * Compares two images on their pixels at 128 px, after the index found their hashes close.
 * @returns a score from 0.5, at the limit, to 1, equal; undefined if the images are not copies of one image
 */
export function confirmNearDuplicate(a: ImageFeatures, b: ImageFeatures): number | undefined {
  if (!haveSameAspect(a, b)) return undefined;
  const first = decodeFingerprint(a.fingerprint);
  const second = decodeFingerprint(b.fingerprint);
  if (measureColourDifference(first, second) > maxColourDifference) return undefined;
  const difference = comparePlanes(preparePlane(first), preparePlane(second));
  if (difference.correlation < minCorrelation) return undefined;
  const largest = Math.max(
    difference.mean / maxMeanDifference,
    difference.fourth / maxFourthDifference,
    difference.block / maxBlockDifference,
  );
  return largest > 1 ? undefined : 1 - largest / 2;
}

/** Compares the grey planes of two images block by block, in units of the difference that is expected of a copy. */
export function compareBlocks(a: DecodedFingerprint, b: DecodedFingerprint): BlockDifferences {
  const first = preparePlane(a);
  const second = preparePlane(b);
  return {
    values: measureSquares(first, second, 0).map((square) => Math.sqrt(square)),
    blocksPerRow,
    correlation: correlate(first, second),
  };
}

/** Each side may have been rounded by a pixel. */
function haveSameAspect(a: ImageFeatures, b: ImageFeatures): boolean {
  const rounding = 1 / a.width + 1 / a.height + 1 / b.width + 1 / b.height;
  return Math.abs(Math.log((a.width * b.height) / (a.height * b.width))) <= rounding;
}

function measureColourDifference(a: DecodedFingerprint, b: DecodedFingerprint): number {
  let largest = 0;
  for (let at = 0; at < colourSide * colourSide; at += 1) {
    const blue = Math.abs((a.blue[at] ?? 0) - (b.blue[at] ?? 0));
    largest = Math.max(largest, blue, Math.abs((a.red[at] ?? 0) - (b.red[at] ?? 0)));
  }
  return largest;
}

interface PreparedPlane {
  readonly smooth: Float32Array;
  /** The smooth plane without its local mean. */
  readonly detail: Float32Array;
  /** Standard deviation of the detail. */
  readonly deviation: number;
  /** Variance of the quantization noise. */
  readonly noise: number;
}

function preparePlane({ grey, step }: DecodedFingerprint): PreparedPlane {
  const smooth = smoothPlane(Float32Array.from(grey), greySide);
  const means = averageBoxes(smooth, greySide, detailRadius);
  const detail = new Float32Array(smooth.length);
  for (let at = 0; at < detail.length; at += 1) detail[at] = (smooth[at] ?? 0) - (means[at] ?? 0);
  const deviation = Math.sqrt(multiplyPlanes(detail, detail));
  return { smooth, detail, deviation, noise: (step ** 2 / 12) * smoothedNoise };
}

interface PlaneDifference {
  readonly correlation: number;
  /** Root of the mean square over all blocks. */
  readonly mean: number;
  /** The largest and the fourth largest of the blocks: one object that moved is in few of them. */
  readonly block: number;
  readonly fourth: number;
}

function comparePlanes(a: PreparedPlane, b: PreparedPlane): PlaneDifference {
  const squares = measureSquares(a, b, measureShift(a, b)).toSorted((one, other) => other - one);
  return {
    correlation: correlate(a, b),
    mean: Math.sqrt(squares.reduce((sum, value) => sum + value, 0) / squares.length),
    block: Math.sqrt(squares[0] ?? 0),
    fourth: Math.sqrt(squares[3] ?? 0),
  };
}

/** Returns the squared difference of each block, by the one that is expected. */
function measureSquares(a: PreparedPlane, b: PreparedPlane, shift: number): readonly number[] {
  const deviation = Math.min(a.deviation, b.deviation);
  const noise = Math.max(minNoise, Math.min(1, (deviation / fullDetail) ** 2)) + a.noise + b.noise;
  return Array.from({ length: blocksPerRow ** 2 }, (_, block) => {
    const { difference, gradient } = measureBlock(a, b, { block, shift });
    return difference / (noise + gradientShare * gradient);
  });
}

function measureShift({ smooth: a }: PreparedPlane, { smooth: b }: PreparedPlane): number {
  const mean = averagePlane(a) - averagePlane(b);
  return Math.max(-maxBrightnessShift, Math.min(maxBrightnessShift, mean));
}

function correlate(a: PreparedPlane, b: PreparedPlane): number {
  return multiplyPlanes(a.detail, b.detail) / (a.deviation * b.deviation + Number.EPSILON);
}

/** Mean squares of the difference and of the gradient of a block. */
function measureBlock(
  { smooth: a }: PreparedPlane,
  { smooth: b }: PreparedPlane,
  { block, shift }: { readonly block: number; readonly shift: number },
): { readonly difference: number; readonly gradient: number } {
  const left = (block % blocksPerRow) * blockSide;
  const top = Math.floor(block / blocksPerRow) * blockSide;
  let difference = 0;
  let gradient = 0;
  for (let y = top; y < top + blockSide; y += 1) {
    for (let x = left; x < left + blockSide; x += 1) {
      const at = y * greySide + x;
      difference += ((a[at] ?? 0) - (b[at] ?? 0) - shift) ** 2;
      const before = x > 0 ? at - 1 : at;
      const after = x < greySide - 1 ? at + 1 : at;
      const above = y > 0 ? at - greySide : at;
      const below = y < greySide - 1 ? at + greySide : at;
      gradient += (((a[after] ?? 0) - (a[before] ?? 0)) ** 2 + ((a[below] ?? 0) - (a[above] ?? 0)) ** 2) / 4;
    }
  }
  return { difference: difference / blockSide ** 2, gradient: gradient / blockSide ** 2 };
}
