import { measureNeighbourDistances } from './neighbour-distances.ts';
import { findMedian, scaleVectors } from './scale-vectors.ts';
import type { ScaledVectors } from './scale-vectors.ts';

/** A vector that is far from all others. */
export interface Outlier {
  /** The place of the vector in the list. */
  readonly index: number;
  /** From 0.5, just clear, to 1. */
  readonly score: number;
  /** The place of the most unusual value in the vector; undefined if the values are unusual only together. */
  readonly feature: number | undefined;
  /** The value is far below or far above the median of all vectors. */
  readonly direction: 'low' | 'high';
}

/** The sentences about a value of a vector that is unusual. */
export interface OutlierSentences {
  readonly low: string;
  readonly high: string;
}

/** With fewer vectors nothing is usual. */
const minVectors = 20;
/** An outlier is this many robust standard deviations of the logarithm beyond the usual distance, and this many times as far. */
const minDeviations = 4;
const minRatio = 3;
/** Robust standard deviations of one value that make it unusual by itself. */
const unusualDeviations = 4;
/** Makes the median absolute deviation of a normal distribution its standard deviation. */
const normalScale = 1.4826;

/**
 * Finds vectors that are far from their neighbours: each value is scaled by median and median absolute deviation, then the distance of
 * each vector to its nearest neighbours in a sample of all (M. Sugiyama and K. Borgwardt, "Rapid distance-based outlier detection via
 * sampling", NIPS 2013) is compared with the distances that are usual. Takes time proportional to the number of vectors, and eight
 * bytes a value.
 * @param vectors of equal length, with finite values
 * @returns clear outliers alone, the clearest first
 */
export function findOutliers(vectors: readonly (readonly number[])[]): readonly Outlier[] {
  if (vectors.length < minVectors) return [];
  const scaled = scaleVectors(vectors);
  const distances = measureNeighbourDistances(scaled);
  const limit = findLimit(distances);
  const outliers: Outlier[] = [];
  for (const [index, distance] of distances.entries()) {
    if (distance > limit)
      outliers.push({ index, score: 1 - limit / distance / 2, ...findUnusual(scaled, index) });
  }
  return outliers.toSorted((one, other) => other.score - one.score);
}

/** Returns the sentence about an outlier, from the sentences about each value. */
export function explainOutlier(
  { feature, direction }: Pick<Outlier, 'feature' | 'direction'>,
  sentences: readonly OutlierSentences[],
  otherwise: string,
): string {
  return (feature === undefined ? undefined : sentences[feature]?.[direction]) ?? otherwise;
}

/** The distance beyond which a vector is an outlier. */
function findLimit(distances: Float64Array): number {
  // Equal vectors have the distance 0, whose logarithm is not finite.
  const logarithms = distances.filter((distance) => distance > 0).map(Math.log);
  if (logarithms.length === 0) return Infinity;
  const usual = findMedian(logarithms);
  const deviation = normalScale * findMedian(logarithms.map((value) => Math.abs(value - usual)));
  return Math.exp(Math.max(usual + minDeviations * deviation, usual + Math.log(minRatio)));
}

function findUnusual(
  { values, length }: ScaledVectors,
  index: number,
): Pick<Outlier, 'feature' | 'direction'> {
  const own = values.subarray(index * length, (index + 1) * length);
  const largest = own.reduce(
    (best, value, at) => (Math.abs(value) > Math.abs(own[best] ?? 0) ? at : best),
    0,
  );
  const value = own[largest] ?? 0;
  return {
    feature: Math.abs(value) >= unusualDeviations ? largest : undefined,
    direction: value < 0 ? 'low' : 'high',
  };
}
