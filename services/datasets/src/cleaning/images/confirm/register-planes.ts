import { solveEquations } from '../reading/solve-equations.ts';
import type { Plane } from './read-planes.ts';

/** The displacement of a plane along one axis, in pixels: `offset` at the middle, and `offset ± scale` at the ends. */
interface AxisShift {
  readonly offset: number;
  readonly scale: number;
}

/** The displacement of a plane from another one. */
export interface Registration {
  readonly x: AxisShift;
  readonly y: AxisShift;
}

/** Resampling shifts a copy by less than a pixel. Frames of a burst move further, and are not registered. */
const maxShift = 1.5;
const minShift = 0.03;
const rounds = 3;
/** Rows and columns at the edges that are left out. */
const margin = 3;

export const noRegistration: Registration = { x: { offset: 0, scale: 0 }, y: { offset: 0, scale: 0 } };

/**
 * Estimates how far the second plane is displaced from the first one, by least squares on the gradients (Lucas and Kanade 1981). Returns no
 * displacement if it is larger than 1.5 pixels or cannot be estimated.
 */
export function estimateRegistration(a: Plane, b: Plane): Registration {
  let found = noRegistration;
  for (let round = 0; round < rounds; round += 1) {
    const step = estimateStep(...registerPlanes(a, b, found));
    if (step === undefined) return noRegistration;
    found = { x: add(found.x, step.x), y: add(found.y, step.y) };
    if (measureLargest(found) > maxShift) return noRegistration;
    if (measureLargest(step) < minShift) break;
  }
  return found;
}

/** Moves both planes by half of the displacement, so that interpolation blurs both alike. */
export function registerPlanes(a: Plane, b: Plane, by: Registration): readonly [Plane, Plane] {
  if (measureLargest(by) < minShift) return [a, b];
  return [warpPlane(a, multiply(by, -0.5)), warpPlane(b, multiply(by, 0.5))];
}

/** Returns the registration for planes of another size. */
export function multiply({ x, y }: Registration, factor: number): Registration {
  const scaled = ({ offset, scale }: AxisShift): AxisShift => ({
    offset: offset * factor,
    scale: scale * factor,
  });
  return { x: scaled(x), y: scaled(y) };
}

function add(a: AxisShift, b: AxisShift): AxisShift {
  return { offset: a.offset + b.offset, scale: a.scale + b.scale };
}

function measureLargest({ x, y }: Registration): number {
  return Math.max(Math.abs(x.offset) + Math.abs(x.scale), Math.abs(y.offset) + Math.abs(y.scale));
}

function estimateStep(a: Plane, b: Plane): Registration | undefined {
  const sums = new Float64Array(14);
  for (let row = margin; row < a.height - margin; row += 1)
    addRow(sums, sumRow(a, b, row), (2 * row) / (a.height - 1) - 1);
  const [offsetX, scaleX, offsetY, scaleY] = solve(sums) ?? [];
  if (offsetX === undefined || scaleX === undefined || offsetY === undefined || scaleY === undefined)
    return undefined;
  return { x: { offset: offsetX, scale: scaleX }, y: { offset: offsetY, scale: scaleY } };
}

/** The sums of one row, from which those of the whole follow: a position in a row is the same for all of its pixels. */
interface RowSums {
  xx: number;
  xxu: number;
  xxuu: number;
  xy: number;
  xyu: number;
  yy: number;
  xd: number;
  xud: number;
  yd: number;
}

function sumRow({ samples: a, width }: Plane, { samples: b }: Plane, row: number): RowSums {
  let xx = 0;
  let xxu = 0;
  let xxuu = 0;
  let xy = 0;
  let xyu = 0;
  let yy = 0;
  let xd = 0;
  let xud = 0;
  let yd = 0;
  const scale = 2 / (width - 1);
  for (let column = margin; column < width - margin; column += 1) {
    const at = row * width + column;
    const u = column * scale - 1;
    const gx = ((a[at + 1] ?? 0) + (b[at + 1] ?? 0) - (a[at - 1] ?? 0) - (b[at - 1] ?? 0)) / 4;
    const up = (a[at - width] ?? 0) + (b[at - width] ?? 0);
    const gy = ((a[at + width] ?? 0) + (b[at + width] ?? 0) - up) / 4;
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    xx += gx * gx;
    xxu += gx * gx * u;
    xxuu += gx * gx * u * u;
    xy += gx * gy;
    xyu += gx * gy * u;
    yy += gy * gy;
    xd += gx * difference;
    xud += gx * u * difference;
    yd += gy * difference;
  }
  return { xx, xxu, xxuu, xy, xyu, yy, xd, xud, yd };
}

/** Adds a row to the sums of the normal equations: the upper triangle of the matrix, then the right side. */
function addRow(sums: Float64Array, { xx, xxu, xxuu, xy, xyu, yy, xd, xud, yd }: RowSums, v: number): void {
  const added = [xx, xxu, xy, xy * v, xxuu, xyu, xyu * v, yy, yy * v, yy * v * v, xd, xud, yd, yd * v];
  for (const [at, value] of added.entries()) sums[at] = (sums[at] ?? 0) + value;
}

/** Share of the largest sum of squares that a pivot needs: stripes in one direction do not show a displacement along them. */
const minPivotShare = 1e-3;

/** Solves the normal equations; undefined if they have no single solution. */
function solve(sums: Float64Array): readonly number[] | undefined {
  const matrix = Array.from({ length: 4 }, () => new Float64Array(5));
  let place = 0;
  for (let i = 0; i < 4; i += 1) {
    for (let j = i; j < 4; j += 1) {
      const value = sums[place] ?? 0;
      matrix[i]?.set([value], j);
      matrix[j]?.set([value], i);
      place += 1;
    }
    matrix[i]?.set([sums[10 + i] ?? 0], 4);
  }
  const smallest = minPivotShare * Math.max(sums[0] ?? 0, sums[7] ?? 0);
  return solveEquations(matrix, smallest);
}

/** Interpolates the plane between its pixels: bilinearly, at positions that are displaced. */
function warpPlane({ samples, width, height }: Plane, { x, y }: Registration): Plane {
  const columns = listPositions(width, x);
  const rows = listPositions(height, y);
  const warped = new Uint8Array(samples.length);
  for (let row = 0; row < height; row += 1) {
    const upper = (rows.first[row] ?? 0) * width;
    const lower = (rows.second[row] ?? 0) * width;
    const bottom = rows.weight[row] ?? 0;
    for (let column = 0; column < width; column += 1) {
      const from = columns.first[column] ?? 0;
      const to = columns.second[column] ?? 0;
      const right = columns.weight[column] ?? 0;
      const left = samples[upper + from] ?? 0;
      const above = left + ((samples[upper + to] ?? 0) - left) * right;
      const leftBelow = samples[lower + from] ?? 0;
      const below = leftBelow + ((samples[lower + to] ?? 0) - leftBelow) * right;
      warped[row * width + column] = above + (below - above) * bottom + 0.5;
    }
  }
  return { samples: warped, width, height };
}

/** Lists for each pixel of an axis the two pixels that it lies between, and the weight of the second one. */
function listPositions(size: number, { offset, scale }: AxisShift) {
  const first = new Int32Array(size);
  const second = new Int32Array(size);
  const weight = new Float32Array(size);
  for (let at = 0; at < size; at += 1) {
    const displaced = at + offset + scale * ((2 * at) / Math.max(1, size - 1) - 1);
    const position = Math.max(0, Math.min(size - 1, displaced));
    first[at] = Math.floor(position);
    second[at] = Math.min(size - 1, Math.floor(position) + 1);
    weight[at] = position - Math.floor(position);
  }
  return { first, second, weight };
}
