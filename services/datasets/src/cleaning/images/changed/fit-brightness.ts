import type { Plane } from '../confirm/read-planes.ts';

/** A linear change of grey values. */
export interface BrightnessFit {
  readonly gain: number;
  readonly offset: number;
}

const rounds = 3;
/** Values beyond these may have been cut off. */
const darkest = 6;
const brightest = 249;
/** Differences beyond this multiple of the mean one are of other content, such as a stamp. */
const maxResidual = 2.5;
const unchanged: BrightnessFit = { gain: 1, offset: 0 };

/** Fits the linear change that makes the first plane as bright as the second one, by least squares without outliers. */
export function fitBrightness({ samples: a }: Plane, { samples: b }: Plane): BrightnessFit {
  let fit = unchanged;
  let limit = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const sums = sumPairs(a, b, { fit, limit });
    const variance = sums.count * sums.aa - sums.a * sums.a;
    if (sums.count < a.length / 10 || variance <= 0) return fit;
    const gain = (sums.count * sums.ab - sums.a * sums.b) / variance;
    fit = { gain, offset: (sums.b - gain * sums.a) / sums.count };
    limit = maxResidual * Math.max(1, measureResidual(a, b, fit));
  }
  return fit;
}

interface PairRule {
  readonly fit: BrightnessFit;
  readonly limit: number;
}

function sumPairs(a: Uint8Array, b: Uint8Array, { fit: { gain, offset }, limit }: PairRule) {
  const sums = { count: 0, a: 0, b: 0, aa: 0, ab: 0 };
  for (let at = 0; at < a.length; at += 1) {
    const one = a[at] ?? 0;
    const other = b[at] ?? 0;
    if (Math.min(one, other) < darkest || Math.max(one, other) > brightest) continue;
    if (Math.abs(gain * one + offset - other) > limit) continue;
    sums.count += 1;
    sums.a += one;
    sums.b += other;
    sums.aa += one * one;
    sums.ab += one * other;
  }
  return sums;
}

function measureResidual(a: Uint8Array, b: Uint8Array, { gain, offset }: BrightnessFit): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += Math.abs(gain * (a[at] ?? 0) + offset - (b[at] ?? 0));
  return sum / a.length;
}

/** Changes samples as a fit says. */
export function applyBrightness(samples: Uint8Array, { gain, offset }: BrightnessFit): Uint8Array {
  const table = Uint8ClampedArray.from({ length: 256 }, (_, value) => gain * value + offset);
  return samples.map((value) => table[value] ?? 0);
}
