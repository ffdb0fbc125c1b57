import { frameSize } from '@assay/media/decoder/media-extractor';
import { difference, pixelsPerFrame } from './read-frames.ts';
import type { FrameSequence } from './read-frames.ts';

/** Consecutive pictures that are shown again `lag` frames later. */
export interface Return {
  readonly start: number;
  readonly length: number;
  readonly lag: number;
  /** Median difference of the pictures and their return, in grey levels. */
  readonly difference: number;
  /** The same against the pictures one frame beside: how much was moving. */
  readonly motion: number;
  /** The same but for noise. */
  readonly isExact: boolean;
}

export const leastLength = 5;
export const leastLag = 12;
/** Mean levels of squares and of whole frames that may differ, in grey levels, for a closer look. */
const squareTolerance = 1.5;
const meanTolerance = 0.75;
/** Less motion, in grey levels, and nothing tells a return from a scene that stands still. */
export const leastMotion = 1;
/**
 * A return differs so much less from the first showing than from its neighbours. Coding keeps copies apart: of real ones the ratio is
 * 0.01 to 0.6 at usual qualities and grows towards 1 the more strongly they are coded; among innocent videos it was never below 0.97.
 */
export const mostRatio = 0.6;
/** Up to this ratio a return is as good as exact; above it, it is one by what twenty-nine scenes showed, which is not enough to weigh it. */
export const mostExactRatio = 0.15;
/** Where a copy begins or ends, so much more changes than within it, as at a cut; what moves in turns comes round without. */
export const leastJump = 1.5;
const squareSide = 10;
const columns = frameSize.width / squareSide;
const rows = frameSize.height / squareSide;
const squares = columns * rows;

/**
 * Pictures that return while something moves: every pair of frames is compared by the mean levels of squares, runs of pairs of
 * one distance are compared pixel by pixel (Wang and Farid, Exposing Digital Forgeries in Video by Detecting Duplication, 2007).
 */
export function findReturns(frames: FrameSequence, motion: Float32Array, signal: AbortSignal): Return[] {
  const [levels, means] = sketch(frames);
  const found: Return[] = [];
  for (let lag = leastLag; lag < frames.count - leastLength; lag++) {
    if (lag % 64 === 0) signal.throwIfAborted();
    for (let from = 0; from + lag < frames.count;) {
      let to = from;
      while (to + lag < frames.count && to < from + lag && isAlike(levels, means, to, to + lag)) to++;
      const run = { start: from, length: to - from, lag };
      from = to + 1;
      if (run.length < leastLength || !isMoving(motion, run)) continue;
      const verified = verify(frames, run);
      if (verified !== null && isCutIn(motion, run)) found.push(verified);
    }
  }
  return found.sort((one, other) => one.start - other.start || one.lag - other.lag);
}

/** Mean levels of the squares of each frame, and of each whole frame. */
function sketch({ pixels, count }: FrameSequence): [levels: Float32Array, means: Float32Array] {
  const levels = new Float32Array(count * squares);
  const means = new Float32Array(count);
  for (let frame = 0; frame < count; frame++) {
    const base = frame * pixelsPerFrame;
    for (let i = 0; i < pixelsPerFrame; i++) {
      const row = Math.floor(i / frameSize.width / squareSide);
      const at = frame * squares + row * columns + Math.floor((i % frameSize.width) / squareSide);
      levels[at] = (levels[at] ?? 0) + (pixels[base + i] ?? 0) / squareSide ** 2;
    }
    means[frame] =
      levels.subarray(frame * squares, (frame + 1) * squares).reduce((a, b) => a + b, 0) / squares;
  }
  return [levels, means];
}

function isAlike(levels: Float32Array, means: Float32Array, one: number, other: number): boolean {
  if (Math.abs((means[one] ?? 0) - (means[other] ?? 0)) > meanTolerance) return false;
  const first = one * squares;
  const second = other * squares;
  let left = squareTolerance * squares;
  for (let i = 0; i < squares && left >= 0; i++)
    left -= Math.abs((levels[first + i] ?? 0) - (levels[second + i] ?? 0));
  return left >= 0;
}

type Run = Pick<Return, 'start' | 'length' | 'lag'>;

function isMoving(motion: Float32Array, { start, length }: Run): boolean {
  return median(motion.subarray(start + 1, start + length)) >= leastMotion;
}

/** Whether one of the showings begins or ends with a cut. */
function isCutIn(motion: Float32Array, { start, length, lag }: Run): boolean {
  const least = leastJump * median(motion.subarray(start + 1, start + length));
  return [start, start + length, start + lag, start + lag + length].some((edge) =>
    motion.subarray(Math.max(1, edge - 1), edge + 2).some((value) => value >= least),
  );
}

function verify(frames: FrameSequence, run: Run): Return | null {
  const own: number[] = [];
  const beside: number[] = [];
  for (let frame = run.start; frame < run.start + run.length; frame++) {
    const again = frame + run.lag;
    own.push(difference(frames, frame, again));
    const next = again + 1 < frames.count ? difference(frames, frame, again + 1) : Infinity;
    beside.push(Math.min(difference(frames, frame, again - 1), next));
  }
  const apart = median(own);
  const motion = median(beside);
  if (motion < leastMotion || apart > mostRatio * motion) return null;
  return { ...run, difference: apart, motion, isExact: apart <= mostExactRatio * motion };
}

function median(values: Iterable<number>): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
