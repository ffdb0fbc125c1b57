import { gaussianBlur, subtract } from '../../blur.ts';
import type { Plane } from '../../plane.ts';
import { windowSums } from '../../windows.ts';
import type { Point } from '../matching/transform.ts';
import { applyTransform } from '../matching/transform.ts';
import type { RegisteredPair } from './region-grid.ts';

/** The picture at low resolution, its shading removed, with `step` working pixels per pixel and axis. */
export interface CoarsePlane {
  readonly plane: Plane;
  readonly step: number;
}

const coarsePixels = 60_000;
const shadingSigma = 4;
const minHalfSide = 3;
const maxHalfSide = 9;
const minDeviation = 1;

export function coarsePlane(plane: Plane): CoarsePlane {
  const step = Math.max(1, Math.ceil(Math.sqrt(plane.values.length / coarsePixels)));
  const reduced = reduce(plane, step);
  return { plane: subtract(reduced, gaussianBlur(reduced, shadingSigma)), step };
}

function reduce(plane: Plane, step: number): Plane {
  const width = Math.max(1, Math.floor(plane.width / step));
  const height = Math.max(1, Math.floor(plane.height / step));
  const values = new Float32Array(width * height);
  for (let y = 0; y < height * step; y++) {
    const out = Math.floor(y / step) * width;
    for (let x = 0; x < width * step; x++) {
      const at = out + Math.floor(x / step);
      values[at] = (values[at] ?? 0) + (plane.values[y * plane.width + x] ?? 0) / (step * step);
    }
  }
  return { width, height, values };
}

/**
 * Highest normalised correlation of a square in the middle of the region with squares anywhere else than at its two places;
 * 0 where nothing can be compared.
 */
export function thirdPlaceSimilarity(pair: RegisteredPair, { plane, step }: CoarsePlane): number {
  const { centre, area } = extentOf(pair);
  const source = coarsely(centre, step);
  const target = coarsely(applyTransform(pair.transform, centre), step);
  const half = Math.max(minHalfSide, Math.min(maxHalfSide, Math.round(Math.sqrt(area) / step / 2)));
  if (!fits(plane, source, half)) return 0;
  const template = squareAround(plane, source, half);
  const energies = deviationEnergies(plane, half);
  const reach = 1.5 * half;
  let best = 0;
  for (let y = half; y < plane.height - half; y++) {
    for (let x = half; x < plane.width - half; x++) {
      const energy = energies[y * plane.width + x] ?? 0;
      if (energy < template.length * minDeviation ** 2) continue;
      if (isWithin(source, x, y, reach) || isWithin(target, x, y, reach)) continue;
      best = Math.max(best, product(plane, template, { x: x - half, y: y - half }) / Math.sqrt(energy));
    }
  }
  return best;
}

function extentOf({ frame, mask }: RegisteredPair): { centre: Point; area: number } {
  let [count, sumX, sumY] = [0, 0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== 1) continue;
    count++;
    sumX += i % frame.width;
    sumY += Math.floor(i / frame.width);
  }
  const centre = { x: frame.left + (frame.step * sumX) / count, y: frame.top + (frame.step * sumY) / count };
  return { centre, area: count * frame.step ** 2 };
}

function coarsely({ x, y }: Point, step: number): Point {
  return { x: Math.round(x / step), y: Math.round(y / step) };
}

function fits({ width, height }: Plane, { x, y }: Point, half: number): boolean {
  return x >= half && y >= half && x + half < width && y + half < height;
}

/** Row by row, with mean 0 and norm 1. */
function squareAround({ width, values }: Plane, { x, y }: Point, half: number): Float32Array {
  const side = 2 * half + 1;
  const square = new Float32Array(side * side);
  for (let row = 0; row < side; row++) {
    const first = (y - half + row) * width + x - half;
    square.set(values.subarray(first, first + side), row * side);
  }
  let [sum, squares] = [0, 0];
  for (const value of square) sum += value;
  const mean = sum / square.length;
  for (const value of square) squares += (value - mean) ** 2;
  return square.map((value) => (squares === 0 ? 0 : (value - mean) / Math.sqrt(squares)));
}

/** Sum of the squared deviations from the mean of the square around each pixel. */
function deviationEnergies(plane: Plane, half: number): Float32Array {
  const sums = windowSums(plane, half).values;
  const energies = windowSums({ ...plane, values: plane.values.map((value) => value * value) }, half).values;
  const count = (2 * half + 1) ** 2;
  for (let i = 0; i < energies.length; i++) energies[i] = (energies[i] ?? 0) - (sums[i] ?? 0) ** 2 / count;
  return energies;
}

function isWithin(centre: Point, x: number, y: number, reach: number): boolean {
  return Math.abs(centre.x - x) < reach && Math.abs(centre.y - y) < reach;
}

function product({ width, values }: Plane, template: Float32Array, corner: Point): number {
  const side = Math.sqrt(template.length);
  let sum = 0;
  for (let row = 0, at = 0; row < side; row++) {
    const first = (corner.y + row) * width + corner.x;
    for (let column = 0; column < side; column++, at++)
      sum += (template[at] ?? 0) * (values[first + column] ?? 0);
  }
  return sum;
}
