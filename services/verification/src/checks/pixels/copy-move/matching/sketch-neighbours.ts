import type { DescribedKeypoints, OrientedKeypoint } from '../features/descriptors.ts';
import { descriptorLength } from '../features/descriptors.ts';
import { seededRandom } from '../seeded-random.ts';

/** Neighbours kept per keypoint. */
export const candidatesPerKeypoint = 6;

const sketchWords = 4;
const sketchBits = sketchWords * 32;
const maxScaleRatio = 2;

interface Table {
  /** Row `i` holds the points nearest to point `i`, nearest first; -1 where there are fewer. */
  readonly indices: Int32Array;
  readonly bits: Int32Array;
}

interface Geometry {
  readonly xs: Float32Array;
  readonly ys: Float32Array;
  readonly sigmas: Float32Array;
  readonly minDisplacement: number;
}

/**
 * Row `i` of the result holds the `CANDIDATES` points whose 128-bit sketch is nearest to that of point `i`, other than
 * points within `minDisplacement` working pixels; -1 where there are fewer.
 */
export function nearestBySketch(described: DescribedKeypoints, minDisplacement: number): Int32Array {
  const { points } = described;
  const sketches = sketchAll(described);
  const table: Table = {
    indices: new Int32Array(points.length * candidatesPerKeypoint).fill(-1),
    bits: new Int32Array(points.length * candidatesPerKeypoint).fill(sketchBits),
  };
  const geometry = geometryOf(points, minDisplacement);
  const apart = new Uint8Array(points.length);
  for (let index = 0; index < points.length; index++) {
    compareWithLater(sketches, index, apart);
    offerLater(table, geometry, { index, apart });
  }
  return table.indices;
}

function geometryOf(points: readonly OrientedKeypoint[], minDisplacement: number): Geometry {
  return {
    xs: Float32Array.from(points, (point) => point.x),
    ys: Float32Array.from(points, (point) => point.y),
    sigmas: Float32Array.from(points, (point) => point.sigma),
    minDisplacement,
  };
}

function compareWithLater(sketches: Int32Array, index: number, apart: Uint8Array): void {
  const own = index * sketchWords;
  const first = sketches[own] ?? 0;
  const second = sketches[own + 1] ?? 0;
  const third = sketches[own + 2] ?? 0;
  const fourth = sketches[own + 3] ?? 0;
  for (let other = index + 1, at = own + sketchWords; other < apart.length; other++, at += sketchWords) {
    const half = countBits(first ^ (sketches[at] ?? 0)) + countBits(second ^ (sketches[at + 1] ?? 0));
    apart[other] =
      half + countBits(third ^ (sketches[at + 2] ?? 0)) + countBits(fourth ^ (sketches[at + 3] ?? 0));
  }
}

function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

interface Row {
  readonly index: number;
  /** Differing bits per other point. */
  readonly apart: Uint8Array;
}

function offerLater(table: Table, geometry: Geometry, { index, apart }: Row): void {
  const last = candidatesPerKeypoint - 1;
  for (let other = index + 1; other < apart.length; other++) {
    const bits = apart[other] ?? 0;
    const enters = bits < (table.bits[index * candidatesPerKeypoint + last] ?? 0);
    const isEntered = bits < (table.bits[other * candidatesPerKeypoint + last] ?? 0);
    if ((!enters && !isEntered) || !areComparable(geometry, index, other)) continue;
    if (enters) insert(table, index, { index: other, bits });
    if (isEntered) insert(table, other, { index, bits });
  }
}

function areComparable({ xs, ys, sigmas, minDisplacement }: Geometry, a: number, b: number): boolean {
  const dx = (xs[a] ?? 0) - (xs[b] ?? 0);
  const dy = (ys[a] ?? 0) - (ys[b] ?? 0);
  const scale = (sigmas[a] ?? 1) / (sigmas[b] ?? 1);
  return dx * dx + dy * dy >= minDisplacement ** 2 && scale <= maxScaleRatio && scale * maxScaleRatio >= 1;
}

function insert(
  table: Table,
  row: number,
  neighbour: { readonly index: number; readonly bits: number },
): void {
  const first = row * candidatesPerKeypoint;
  let at = first + candidatesPerKeypoint - 1;
  while (at > first && (table.bits[at - 1] ?? 0) > neighbour.bits) {
    table.bits[at] = table.bits[at - 1] ?? 0;
    table.indices[at] = table.indices[at - 1] ?? -1;
    at--;
  }
  table.bits[at] = neighbour.bits;
  table.indices[at] = neighbour.index;
}

/** Signs of projections on random directions of the centred descriptors: Hamming distance grows with the angle. */
function sketchAll({ points, descriptors }: DescribedKeypoints): Int32Array {
  const mean = meanDescriptor(descriptors, points.length);
  const directions = randomDirections(sketchBits);
  const offsets = Float32Array.from({ length: sketchBits }, (_, bit) => dot(directions, bit, mean));
  const sketches = new Int32Array(points.length * sketchWords);
  for (let index = 0; index < points.length; index++) {
    const row = descriptors.subarray(index * descriptorLength, (index + 1) * descriptorLength);
    for (let bit = 0; bit < sketchBits; bit++) {
      if (dot(directions, bit, row) <= (offsets[bit] ?? 0)) continue;
      const word = index * sketchWords + (bit >> 5);
      sketches[word] = (sketches[word] ?? 0) | (1 << (bit & 31));
    }
  }
  return sketches;
}

function meanDescriptor(descriptors: Float32Array, count: number): Float32Array {
  const mean = new Float32Array(descriptorLength);
  for (let at = 0; at < descriptors.length; at++) {
    const i = at % descriptorLength;
    mean[i] = (mean[i] ?? 0) + (descriptors[at] ?? 0) / count;
  }
  return mean;
}

function randomDirections(count: number): Float32Array {
  const random = seededRandom(20_110_601);
  return Float32Array.from({ length: count * descriptorLength }, () => random() + random() + random() - 1.5);
}

function dot(rows: Float32Array, row: number, vector: Float32Array): number {
  let sum = 0;
  const base = row * descriptorLength;
  for (let i = 0; i < descriptorLength; i++) sum += (rows[base + i] ?? 0) * (vector[i] ?? 0);
  return sum;
}
