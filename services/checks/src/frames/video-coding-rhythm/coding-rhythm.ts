import type { MediaPacket } from '../read-packets.ts';

/** A distance at which pictures are larger than those around them. */
export interface CodingRhythm {
  /** In pictures. */
  readonly period: number;
  /** The first of them. */
  readonly first: number;
  /** How many there are. */
  readonly count: number;
  /** How much larger they are than their neighbours, at the median: 2 is twice as large. */
  readonly factor: number;
}

/** Shorter rhythms are those of encoders that predict in layers. */
const leastPeriod = 9;
const mostPeriod = 300;
const leastCount = 5;
/** In robust deviations, for one picture and, as the median of all times the root of their number, for the rhythm. */
const leastHeight = 2;
const leastScore = 12;
/** Of the pictures of the rhythm, and of all others, this share is larger. */
const leastShare = 0.9;
const mostElsewhere = 0.1;
const leastFactor = 1.25;
/** Pictures on each side that one is compared with. */
const neighbours = 3;

/** How many pictures are predicted from a later one as well, as a share. */
export function betweenShare(pictures: readonly MediaPacket[]): number {
  return pictures.filter(({ isBetween }) => isBetween).length / Math.max(1, pictures.length);
}

/**
 * Finds the distance of the complete pictures of an earlier coding: where they were, prediction fails when the video is coded again, so that
 * predicted pictures are larger there (Wang and Farid, Exposing digital forgeries in video by detecting double MPEG compression, MM&Sec
 * 2006; sizes instead of errors). Null where no distance stands out, or only that of the complete pictures the video has now.
 */
export function findRhythm(pictures: readonly MediaPacket[]): CodingRhythm | null {
  const heights = heightsOf(pictures);
  const known = [...heights.values()];
  if (known.length < leastCount * leastPeriod) return null;
  const middle = median(known);
  const deviation = 1.4826 * median(known.map((height) => Math.abs(height - middle))) + 1e-3;
  const isHigh = (height: number): boolean => height > leastHeight * deviation;
  const allHigh = known.filter(isHigh).length;
  const own = keyDistance(pictures);
  let best: (CodingRhythm & { readonly score: number }) | null = null;
  for (let period = leastPeriod; period <= Math.min(mostPeriod, pictures.length / leastCount); period++) {
    if (own !== null && (period % own === 0 || own % period === 0)) continue;
    for (let first = 0; first < period; first++) {
      const at = heightsAt(heights, { first, period, end: pictures.length });
      const high = at.filter(isHigh).length;
      if (at.length < leastCount || high < leastShare * at.length) continue;
      if (allHigh - high > mostElsewhere * (known.length - at.length)) continue;
      const height = median(at);
      const score = (height / deviation) * Math.sqrt(at.length);
      const factor = Math.exp(height);
      if (score >= leastScore && factor >= leastFactor && score > (best?.score ?? 0))
        best = { period, first, count: at.length, factor, score };
    }
  }
  if (best === null) return null;
  const { score: _score, ...rhythm } = best;
  return rhythm;
}

/** By the number of the picture: the logarithm of its size against the median of its neighbours; complete pictures are left out. */
function heightsOf(pictures: readonly MediaPacket[]): Map<number, number> {
  const predicted = pictures.flatMap(({ isKey, isBetween, sizeBytes }, index) =>
    isKey || isBetween || sizeBytes <= 0 ? [] : [{ index, size: Math.log(sizeBytes) }],
  );
  return new Map(
    predicted.map(({ index, size }, place) => {
      const around = [
        ...predicted.slice(Math.max(0, place - neighbours), place),
        ...predicted.slice(place + 1, place + 1 + neighbours),
      ];
      return [index, around.length === 0 ? 0 : size - median(around.map((one) => one.size))];
    }),
  );
}

function heightsAt(
  heights: ReadonlyMap<number, number>,
  { first, period, end }: { readonly first: number; readonly period: number; readonly end: number },
): number[] {
  const found: number[] = [];
  for (let index = first; index < end; index += period) {
    const height = heights.get(index);
    if (height !== undefined) found.push(height);
  }
  return found;
}

/** The usual distance of complete pictures; null where there are not enough of them. */
function keyDistance(pictures: readonly MediaPacket[]): number | null {
  const keys = pictures.flatMap(({ isKey }, index) => (isKey ? [index] : []));
  const distances = keys.slice(1).map((index, at) => index - (keys[at] ?? 0));
  return distances.length === 0 ? null : median(distances);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}
