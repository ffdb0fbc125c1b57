import type { DescribedKeypoints, OrientedKeypoint } from '../features/descriptors.ts';
import { DESCRIPTOR_LENGTH } from '../features/descriptors.ts';
import { seededRandom } from '../seeded-random.ts';

/** Neighbours kept per keypoint. */
export const CANDIDATES = 6;

const SKETCH_WORDS = 4;
const SKETCH_BITS = SKETCH_WORDS * 32;
const MAX_SCALE_RATIO = 2;

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
    indices: new Int32Array(points.length * CANDIDATES).fill(-1),
    bits: new Int32Array(points.length * CANDIDATES).fill(SKETCH_BITS),
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
  const own = index * SKETCH_WORDS;
  const first = sketches[own] ?? 0;
  const second = sketches[own + 1] ?? 0;
  const third = sketches[own + 2] ?? 0;
  const fourth = sketches[own + 3] ?? 0;
  for (let other = index + 1, at = own + SKETCH_WORDS; other < apart.length; other++, at += SKETCH_WORDS) {
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
  const last = CANDIDATES - 1;
  for (let other = index + 1; other < apart.length; other++) {
    const bits = apart[other] ?? 0;
    const enters = bits < (table.bits[index * CANDIDATES + last] ?? 0);
    const isEntered = bits < (table.bits[other * CANDIDATES + last] ?? 0);
    if ((!enters && !isEntered) || !areComparable(geometry, index, other)) continue;
    if (enters) insert(table, index, { index: other, bits });
    if (isEntered) insert(table, other, { index, bits });
  }
}

function areComparable({ xs, ys, sigmas, minDisplacement }: Geometry, a: number, b: number): boolean {
  const dx = (xs[a] ?? 0) - (xs[b] ?? 0);
  const dy = (ys[a] ?? 0) - (ys[b] ?? 0);
  const scale = (sigmas[a] ?? 1) / (sigmas[b] ?? 1);
  return (
    dx * dx + dy * dy >= minDisplacement ** 2 && scale <= MAX_SCALE_RATIO && scale * MAX_SCALE_RATIO >= 1
  );
}

function insert(
  table: Table,
  row: number,
  neighbour: { readonly index: number; readonly bits: number },
): void {
  const first = row * CANDIDATES;
  let at = first + CANDIDATES - 1;
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
  const directions = randomDirections(SKETCH_BITS);
  const offsets = Float32Array.from({ length: SKETCH_BITS }, (_, bit) => dot(directions, bit, mean));
  const sketches = new Int32Array(points.length * SKETCH_WORDS);
  for (let index = 0; index < points.length; index++) {
    const row = descriptors.subarray(index * DESCRIPTOR_LENGTH, (index + 1) * DESCRIPTOR_LENGTH);
    for (let bit = 0; bit < SKETCH_BITS; bit++) {
      if (dot(directions, bit, row) <= (offsets[bit] ?? 0)) continue;
      const word = index * SKETCH_WORDS + (bit >> 5);
      sketches[word] = (sketches[word] ?? 0) | (1 << (bit & 31));
    }
  }
  return sketches;
}

function meanDescriptor(descriptors: Float32Array, count: number): Float32Array {
  const mean = new Float32Array(DESCRIPTOR_LENGTH);
  for (let at = 0; at < descriptors.length; at++) {
    const i = at % DESCRIPTOR_LENGTH;
    mean[i] = (mean[i] ?? 0) + (descriptors[at] ?? 0) / count;
  }
  return mean;
}

function randomDirections(count: number): Float32Array {
  const random = seededRandom(20_110_601);
  return Float32Array.from({ length: count * DESCRIPTOR_LENGTH }, () => random() + random() + random() - 1.5);
}

function dot(rows: Float32Array, row: number, vector: Float32Array): number {
  let sum = 0;
  const base = row * DESCRIPTOR_LENGTH;
  for (let i = 0; i < DESCRIPTOR_LENGTH; i++) sum += (rows[base + i] ?? 0) * (vector[i] ?? 0);
  return sum;
}
