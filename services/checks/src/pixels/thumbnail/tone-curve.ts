import type { Plane } from '../planes/plane.ts';
import { maxLevel, solve, weigh } from './weighted-fit.ts';
import type { Observations } from './weighted-fit.ts';

/** What a place of the picture shows, and whether it may speak in the fit; all planes of one size. */
export interface ToneSource {
  /** Red, green and blue of the picture, NaN outside. */
  readonly channels: readonly [Plane, Plane, Plane];
  /** 1 where a channel is cut off at an end of its range. */
  readonly clipped: Uint8Array;
}

/** From the three channels to the luminance of the preview: a constant and the first three powers of each, of levels / 255. */
export interface ToneCurve {
  readonly coefficients: readonly number[];
  /** Lowest and highest level of each channel that the fit has seen; beyond them the curve stays level. */
  readonly ranges: readonly (readonly [number, number])[];
}

const powers = 3;
const termCount = 1 + 3 * powers;
const luminanceShares = [0.299, 0.587, 0.114] as const;
const roundsTogether = 4;
const roundsApart = 6;
const rangeShare = 0.002;
/** How firmly each channel is held to the curve of all channels together, which a place of its own colour must not bend. */
const ridgeTogether = 1e-5;
const ridgeApart = 1e-3;

/**
 * Fits the luminance of the preview as a sum of one smooth function per channel of the picture, so that brightness, contrast,
 * gamma, white balance and saturation do not count as differences: first the same function for all channels, then one for
 * each. Places that are clipped are left out: what they showed before cannot be told. Reweighted least squares, so that a
 * changed place does not bend the curve.
 */
export function fitToneCurve(preview: Plane, source: ToneSource): ToneCurve {
  const used = usable(source);
  const ranges = source.channels.map((channel) => rangeOf(channel, used));
  const samples = { preview, source, used, ranges };
  const together = fit(samples, {
    start: [0, 1, 0, 0],
    rounds: roundsTogether,
    ridge: ridgeTogether,
    reduce: addedUp,
    startsEven: true,
  });
  const [constant = 0, ...curve] = together;
  const start = [constant, ...luminanceShares.flatMap((share) => curve.map((power) => share * power))];
  const coefficients = fit(samples, {
    start,
    rounds: roundsApart,
    ridge: ridgeApart,
    reduce: asTheyAre,
    startsEven: false,
  });
  return { coefficients, ranges };
}

interface Samples {
  readonly preview: Plane;
  readonly source: ToneSource;
  readonly used: readonly number[];
  readonly ranges: ToneCurve['ranges'];
}

interface Fit {
  readonly start: readonly number[];
  readonly rounds: number;
  readonly ridge: number;
  /** From the terms of three channels to those that are fitted. */
  readonly reduce: (terms: Float64Array) => Float64Array;
  /** Whether all places count the same in the first round. */
  readonly startsEven: boolean;
}

/** Weights fall with the square of Cauchy's (Geman and McClure), which takes the say from a changed place. */
function fit(samples: Samples, { start, rounds, ridge, reduce, startsEven }: Fit): number[] {
  const observations = observe(samples, reduce, start.length);
  let coefficients = [...start];
  for (let round = 0; round < rounds; round++) {
    const isEven = round === 0 && startsEven;
    const system = weigh(observations, coefficients, isEven);
    coefficients = solve(system, { near: start, pull: ridge * samples.used.length });
  }
  return coefficients;
}

function observe(
  { preview, source, used, ranges }: Samples,
  reduce: Fit['reduce'],
  count: number,
): Observations {
  const all = new Float64Array(termCount);
  const terms = new Float64Array(used.length * count);
  const targets = new Float64Array(used.length);
  for (const [index, at] of used.entries()) {
    fillTerms(all, source, { at, ranges });
    terms.set(reduce(all), index * count);
    targets[index] = preview.values[at] ?? 0;
  }
  return { terms, targets };
}

const asTheyAre = (terms: Float64Array): Float64Array => terms;

function addedUp(terms: Float64Array): Float64Array {
  const sums = new Float64Array(1 + powers);
  sums[0] = 1;
  for (const [channel, share] of luminanceShares.entries()) {
    for (let power = 1; power <= powers; power++)
      sums[power] = (sums[power] ?? 0) + share * (terms[channel * powers + power] ?? 0);
  }
  return sums;
}

/** The picture as the preview should show it; NaN outside. */
export function applyToneCurve({ coefficients, ranges }: ToneCurve, source: ToneSource): Plane {
  const { width, height, values } = source.channels[0];
  const out = new Float32Array(values.length);
  const terms = new Float64Array(termCount);
  for (let i = 0; i < out.length; i++) {
    if (Number.isNaN(values[i] ?? Number.NaN)) {
      out[i] = Number.NaN;
      continue;
    }
    fillTerms(terms, source, { at: i, ranges });
    out[i] = maxLevel * dot(coefficients, terms);
  }
  return { width, height, values: out };
}

/** So many levels beyond its range a curve is still taken at its end, which JPEG noise reaches. */
const rangeTolerance = 4;
export const openEnds = { none: 0, upper: 1, lower: 2 } as const;

/**
 * Returns where the picture lies beyond the levels that the fit has seen, by place: the upper or lower end that is open there, or
 * both. The curve knows nothing there, but that brighter content is not shown darker than its end.
 */
export function findOpenEnds({ ranges }: ToneCurve, { channels }: ToneSource): Uint8Array {
  const ends = new Uint8Array(channels[0].values.length);
  for (const [channel, { values }] of channels.entries()) {
    const [lowest, highest] = ranges[channel] ?? [0, maxLevel];
    values.forEach((level, at) => {
      if (level > highest + rangeTolerance) ends[at] = (ends[at] ?? 0) | openEnds.upper;
      if (level < lowest - rangeTolerance) ends[at] = (ends[at] ?? 0) | openEnds.lower;
    });
  }
  return ends;
}

/** Where the fit may look; everything where too little is left without the clipped places. */
function usable({ channels: [first], clipped }: ToneSource): number[] {
  const inside: number[] = [];
  const kept: number[] = [];
  first.values.forEach((level, i) => {
    if (Number.isNaN(level)) return;
    inside.push(i);
    if (clipped[i] !== 1) kept.push(i);
  });
  return kept.length >= 20 * termCount ? kept : inside;
}

function rangeOf({ values }: Plane, used: readonly number[]): [number, number] {
  const levels = new Float32Array(used.length);
  for (const [index, at] of used.entries()) levels[index] = values[at] ?? 0;
  levels.sort();
  const cut = Math.floor(levels.length * rangeShare);
  return [levels[cut] ?? 0, levels[levels.length - 1 - cut] ?? maxLevel];
}

function fillTerms(
  terms: Float64Array,
  { channels }: ToneSource,
  { at, ranges }: { at: number; ranges: ToneCurve['ranges'] },
): void {
  terms[0] = 1;
  for (let channel = 0; channel < 3; channel++) {
    const [lowest, highest] = ranges[channel] ?? [0, maxLevel];
    const level = Math.max(lowest, Math.min(highest, channels[channel]?.values[at] ?? 0)) / maxLevel;
    const first = 1 + channel * powers;
    terms[first] = level;
    terms[first + 1] = level * level;
    terms[first + 2] = level * level * level;
  }
}

function dot(coefficients: readonly number[], terms: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < coefficients.length; i++) sum += (coefficients[i] ?? 0) * (terms[i] ?? 0);
  return sum;
}
