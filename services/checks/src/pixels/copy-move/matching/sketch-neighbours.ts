import type { DescribedKeypoints, OrientedKeypoint } from '../features/descriptors.ts';
import { descriptorLength } from '../features/descriptors.ts';
import { seededRandom } from './seeded-random.ts';

/** Neighbours kept per keypoint. */
export const candidatesPerKeypoint = 6;

const sketchWords = descriptorLength / 32;
const maxScaleRatio = 2;

interface Table {
  /** Row `i` holds the points nearest to point `i`, nearest first; -1 where there are fewer. */
  readonly indices: Int32Array;
  readonly bits: Uint8Array;
  /** The last of each row of bits: what a newcomer must be below. */
  readonly worst: Uint8Array;
}

interface Geometry {
  readonly xs: Float32Array;
  readonly ys: Float32Array;
  readonly sigmas: Float32Array;
  readonly minDisplacement: number;
}

/**
 * Row `i` of the result holds the `candidatesPerKeypoint` points whose 128-bit sketch is nearest to that of point `i`, other
 * than points within `minDisplacement` working pixels and those of the other polarity; -1 where there are fewer.
 */
export function nearestBySketch(described: DescribedKeypoints, minDisplacement: number): Int32Array {
  const { points } = described;
  const sketches = sketchAll(described);
  const table: Table = {
    indices: new Int32Array(points.length * candidatesPerKeypoint).fill(-1),
    bits: new Uint8Array(points.length * candidatesPerKeypoint).fill(descriptorLength),
    worst: new Uint8Array(points.length).fill(descriptorLength),
  };
  const geometry = geometryOf(points, minDisplacement);
  for (const isDark of [true, false]) {
    const group = Int32Array.from(points.keys()).filter((index) => points[index]?.isDark === isDark);
    compareAll(gather(sketches, group), group, { table, geometry });
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

function gather(sketches: Int32Array, group: Int32Array): Int32Array {
  const gathered = new Int32Array(group.length * sketchWords);
  group.forEach((index, at) => {
    gathered.set(sketches.subarray(index * sketchWords, (index + 1) * sketchWords), at * sketchWords);
  });
  return gathered;
}

interface Neighbourhood {
  readonly table: Table;
  readonly geometry: Geometry;
}

/** Every pair of a group once; `sketches` are those of the group, one after the other. */
function compareAll(sketches: Int32Array, group: Int32Array, { table, geometry }: Neighbourhood): void {
  const { worst } = table;
  for (let at = 0; at < group.length; at++) {
    const own = at * sketchWords;
    const first = sketches[own] ?? 0;
    const second = sketches[own + 1] ?? 0;
    const third = sketches[own + 2] ?? 0;
    const fourth = sketches[own + 3] ?? 0;
    const index = group[at] ?? 0;
    for (let later = at + 1, word = own + sketchWords; later < group.length; later++, word += sketchWords) {
      const upper = bytes(
        nibbles(first ^ (sketches[word] ?? 0)) + nibbles(second ^ (sketches[word + 1] ?? 0)),
      );
      const lower = bytes(
        nibbles(third ^ (sketches[word + 2] ?? 0)) + nibbles(fourth ^ (sketches[word + 3] ?? 0)),
      );
      const bits = Math.imul(upper + lower, 0x01010101) >>> 24;
      const other = group[later] ?? 0;
      if (bits >= (worst[index] ?? 0) && bits >= (worst[other] ?? 0)) continue;
      if (!areComparable(geometry, index, other)) continue;
      offer(table, { row: index, index: other, bits });
      offer(table, { row: other, index, bits });
    }
  }
}

/** The ones of each group of four bits, in those four bits. */
function nibbles(word: number): number {
  const pairs = (word - ((word >>> 1) & 0x55555555)) | 0;
  return ((pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)) | 0;
}

/** Sums of two groups of four bits, in eight. */
function bytes(sums: number): number {
  return (sums & 0x0f0f0f0f) + ((sums >>> 4) & 0x0f0f0f0f);
}

function areComparable({ xs, ys, sigmas, minDisplacement }: Geometry, a: number, b: number): boolean {
  const dx = (xs[a] ?? 0) - (xs[b] ?? 0);
  const dy = (ys[a] ?? 0) - (ys[b] ?? 0);
  const scale = (sigmas[a] ?? 1) / (sigmas[b] ?? 1);
  return dx * dx + dy * dy >= minDisplacement ** 2 && scale <= maxScaleRatio && scale * maxScaleRatio >= 1;
}

interface Neighbour {
  readonly row: number;
  readonly index: number;
  readonly bits: number;
}

function offer({ indices, bits, worst }: Table, neighbour: Neighbour): void {
  const { row } = neighbour;
  if (neighbour.bits >= (worst[row] ?? 0)) return;
  const first = row * candidatesPerKeypoint;
  const last = first + candidatesPerKeypoint - 1;
  let at = last;
  while (at > first && (bits[at - 1] ?? 0) > neighbour.bits) {
    bits[at] = bits[at - 1] ?? 0;
    indices[at] = indices[at - 1] ?? -1;
    at--;
  }
  bits[at] = neighbour.bits;
  indices[at] = neighbour.index;
  worst[row] = bits[last] ?? 0;
}

/**
 * Signs of projections of the centred descriptors: Hamming distance grows with the angle. The directions are the rows of a
 * Hadamard matrix after random changes of sign (Ailon and Chazelle 2009), which takes 7 additions per bit instead of 128.
 */
function sketchAll({ points, descriptors }: DescribedKeypoints): Int32Array {
  const mean = meanDescriptor(descriptors, points.length);
  const random = seededRandom(20_110_601);
  const signs = Float32Array.from({ length: descriptorLength }, () => (random() < 0.5 ? -1 : 1));
  const sketches = new Int32Array(points.length * sketchWords);
  const turned = new Float32Array(descriptorLength);
  for (let index = 0; index < points.length; index++) {
    const base = index * descriptorLength;
    for (let i = 0; i < descriptorLength; i++) {
      turned[i] = ((descriptors[base + i] ?? 0) - (mean[i] ?? 0)) * (signs[i] ?? 0);
    }
    transformHadamard(turned);
    for (let bit = 0; bit < descriptorLength; bit++) {
      if ((turned[bit] ?? 0) <= 0) continue;
      const word = index * sketchWords + (bit >> 5);
      sketches[word] = (sketches[word] ?? 0) | (1 << (bit & 31));
    }
  }
  return sketches;
}

function transformHadamard(values: Float32Array): void {
  for (let half = 1; half < values.length; half *= 2) {
    for (let block = 0; block < values.length; block += 2 * half) {
      for (let i = block; i < block + half; i++) {
        const upper = values[i] ?? 0;
        const lower = values[i + half] ?? 0;
        values[i] = upper + lower;
        values[i + half] = upper - lower;
      }
    }
  }
}

function meanDescriptor(descriptors: Float32Array, count: number): Float32Array {
  const mean = new Float32Array(descriptorLength);
  for (let at = 0; at < descriptors.length; at++) {
    const i = at % descriptorLength;
    mean[i] = (mean[i] ?? 0) + (descriptors[at] ?? 0) / count;
  }
  return mean;
}
