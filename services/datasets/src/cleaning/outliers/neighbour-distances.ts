import type { ScaledVectors } from './scale-vectors.ts';

/** Vectors that all are compared with. */
const sampleSize = 2_000;
/** The distance is that to the third nearest, so that two files alike do not hide each other. */
const neighbours = 3;

/** Returns the Euclidean distance of each vector to its third nearest among a sample of all. The same vectors have the same sample. */
export function measureNeighbourDistances(vectors: ScaledVectors): Float64Array {
  const sample = drawSample(vectors);
  return Float64Array.from({ length: vectors.count }, (_, index) => measureDistance(vectors, sample, index));
}

interface Sample {
  readonly values: Float64Array;
  readonly indexes: Uint32Array;
}

/** Draws evenly from the list, from each part at a pseudorandom place (mulberry32), so that no period of the list matters. */
function drawSample({ values, length, count }: ScaledVectors): Sample {
  const size = Math.min(sampleSize, count);
  let state = 26;
  const draw = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const indexes = Uint32Array.from({ length: size }, (_, at) => Math.floor(((at + draw()) * count) / size));
  const drawn = new Float64Array(size * length);
  for (const [at, index] of indexes.entries())
    drawn.set(values.subarray(index * length, (index + 1) * length), at * length);
  return { values: drawn, indexes };
}

function measureDistance({ values, length }: ScaledVectors, sample: Sample, index: number): number {
  const nearest = new Float64Array(neighbours).fill(Infinity);
  const own = values.subarray(index * length, (index + 1) * length);
  let limit = Infinity;
  for (let at = 0; at < sample.indexes.length; at += 1) {
    if (sample.indexes[at] === index) continue;
    const square = measureSquare(own, sample.values, { start: at * length, limit });
    if (square >= limit) continue;
    insertSmallest(nearest, square);
    limit = nearest[neighbours - 1] ?? 0;
  }
  return Math.sqrt(limit);
}

/** Returns the squared distance, or a part of it that has reached the limit. */
function measureSquare(
  own: Float64Array,
  others: Float64Array,
  { start, limit }: { readonly start: number; readonly limit: number },
): number {
  let square = 0;
  for (let at = 0; at < own.length && square < limit; at += 1) {
    const difference = (own[at] ?? 0) - (others[start + at] ?? 0);
    square += difference * difference;
  }
  return square;
}

/** Keeps the smallest values in ascending order. */
function insertSmallest(smallest: Float64Array, value: number): void {
  let at = smallest.length - 1;
  for (; at > 0 && (smallest[at - 1] ?? 0) > value; at -= 1) smallest[at] = smallest[at - 1] ?? 0;
  smallest[at] = value;
}
