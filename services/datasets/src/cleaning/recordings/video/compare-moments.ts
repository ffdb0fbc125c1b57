import { findLargestDifference } from '../../images/confirm/compare-blocks.ts';
import type { Plane, Size } from '../../images/confirm/read-planes.ts';

/** Consecutive frames of a moment: a copy with another frame rate shows them up to a fifth of a second earlier or later. */
export const framesPerMoment = 5;
/** Limit of the difference of a block, in units of the difference that coding explains: copies with 12 frames a second reach 1.0. */
const maxDifference = 1.3;
/** Moments with a difference at which two videos are different: a coder may lose a block once. */
const minDifferentMoments = 2;

/**
 * Returns true if two videos show the same at all moments. The blocks in which something moves have to be the same at these moments: still
 * backgrounds are alike in all recordings of a fixed camera.
 */
export function haveSameMoments(a: Uint8Array, b: Uint8Array, size: Size): boolean {
  const length = size.width * size.height;
  const frames = Math.min(Math.floor(a.length / length), Math.floor(b.length / length));
  const moments = Math.floor(frames / framesPerMoment);
  if (moments === 0) return false;
  let different = 0;
  for (let moment = 0; moment < moments; moment += 1) {
    const one = cutMoment(a, moment, size);
    const other = cutMoment(b, moment, size);
    const difference = Math.max(measureMoment(one, other), measureMoment(other, one));
    if (difference > maxDifference) different += 1;
  }
  return different < Math.min(minDifferentMoments, moments);
}

function cutMoment(frames: Uint8Array, moment: number, size: Size): readonly Plane[] {
  const length = size.width * size.height;
  return Array.from({ length: framesPerMoment }, (_, at) => {
    const start = (moment * framesPerMoment + at) * length;
    return { ...size, samples: frames.subarray(start, start + length) };
  });
}

/**
 * Returns the largest difference of a block of the middle frame from the other video. A pixel differs if its value is outside of those that
 * the other video shows at the moment, so that the same movement may be some frames earlier or later.
 */
function measureMoment(one: readonly Plane[], other: readonly Plane[]): number {
  const middle = one[Math.floor(framesPerMoment / 2)];
  return middle === undefined ? 0 : findLargestDifference(middle, limitPlane(middle, other));
}

/** Returns the plane with values that are limited to those of other planes at the same pixel. */
function limitPlane({ samples, width, height }: Plane, others: readonly Plane[]): Plane {
  const limited = new Uint8Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) {
    let lowest = 255;
    let highest = 0;
    for (const other of others) {
      const value = other.samples[at] ?? 0;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
    limited[at] = Math.max(lowest, Math.min(highest, samples[at] ?? 0));
  }
  return { samples: limited, width, height };
}
