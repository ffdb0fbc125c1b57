import type { Plane } from '../../planes/plane.ts';
import type { PointPair, Transform } from '../matching/transform.ts';
import { applyTransform } from '../matching/transform.ts';

const maxIterations = 10;
const supportRadius = 10;
const supportStep = 2;
const maxDrift = 5;
const convergedBelow = 1e-3;
const parameterCount = 6;

/** Value between pixels by Catmull-Rom interpolation, which keeps fine texture; NaN outside. */
export function sampleCubic({ width, height, values }: Plane, x: number, y: number): number {
  const column = Math.floor(x);
  const row = Math.floor(y);
  if (column < 1 || row < 1 || column > width - 3 || row > height - 3) return Number.NaN;
  const dx = x - column;
  const dy = y - row;
  const first = ((2 - dx) * dx - 1) * dx * 0.5;
  const second = ((3 * dx - 5) * dx * dx + 2) * 0.5;
  const third = ((4 - 3 * dx) * dx + 1) * dx * 0.5;
  const fourth = (dx - 1) * dx * dx * 0.5;
  let sum = 0;
  for (let r = -1; r <= 2; r++) {
    const at = (row + r) * width + column;
    const inner =
      first * (values[at - 1] ?? 0) +
      second * (values[at] ?? 0) +
      third * (values[at + 1] ?? 0) +
      fourth * (values[at + 2] ?? 0);
    sum += inner * rowWeight(r, dy);
  }
  return sum;
}

function rowWeight(row: number, dy: number): number {
  if (row === -1) return ((2 - dy) * dy - 1) * dy * 0.5;
  if (row === 0) return ((3 * dy - 5) * dy * dy + 2) * 0.5;
  if (row === 1) return ((4 - 3 * dy) * dy + 1) * dy * 0.5;
  return (dy - 1) * dy * dy * 0.5;
}

/**
 * Sharpens a transform found from keypoints by affine Gauss-Newton on the pixels around them (Lucas and Kanade 1981,
 * inverse-free form). Answers the given transform when that does not converge nearby.
 */
export function refineTransform(
  detail: Plane,
  transform: Transform,
  inliers: readonly PointPair[],
): Transform {
  const support = supportOf(detail, inliers);
  const centre = middleOf(inliers);
  let current = transform;
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const step = solve(normalEquations({ detail, support, centre }, current));
    if (step === null) return transform;
    current = advance(current, step, centre);
    if (Math.hypot(step[2] ?? 0, step[5] ?? 0) < convergedBelow) break;
  }
  return staysNear(current, transform, inliers) ? current : transform;
}

interface Support {
  readonly detail: Plane;
  /** Indices into the plane. */
  readonly support: readonly number[];
  readonly centre: { readonly x: number; readonly y: number };
}

function supportOf({ width, height }: Plane, inliers: readonly PointPair[]): number[] {
  const indices = new Set<number>();
  for (const { from } of inliers) {
    const column = supportStep * Math.round(from.x / supportStep);
    const row = supportStep * Math.round(from.y / supportStep);
    for (
      let y = Math.max(1, row - supportRadius);
      y <= Math.min(height - 2, row + supportRadius);
      y += supportStep
    ) {
      for (
        let x = Math.max(1, column - supportRadius);
        x <= Math.min(width - 2, column + supportRadius);
        x += supportStep
      ) {
        indices.add(y * width + x);
      }
    }
  }
  return [...indices];
}

function middleOf(inliers: readonly PointPair[]): { x: number; y: number } {
  const sum = inliers.reduce((total, { from }) => ({ x: total.x + from.x, y: total.y + from.y }), {
    x: 0,
    y: 0,
  });
  return { x: sum.x / inliers.length, y: sum.y / inliers.length };
}

/** Rows of the 6×7 system for the change of (a, b, tx, c, d, ty), coordinates taken from `centre`. */
function normalEquations({ detail, support, centre }: Support, transform: Transform): Float64Array {
  const system = new Float64Array(parameterCount * (parameterCount + 1));
  const row = new Float64Array(parameterCount + 1);
  for (const index of support) {
    const x = index % detail.width;
    const y = (index - x) / detail.width;
    const u = transform.a * x + transform.b * y + transform.tx;
    const v = transform.c * x + transform.d * y + transform.ty;
    const dx = sampleCubic(detail, u + 0.5, v) - sampleCubic(detail, u - 0.5, v);
    const dy = sampleCubic(detail, u, v + 0.5) - sampleCubic(detail, u, v - 0.5);
    const error = (detail.values[index] ?? 0) - sampleCubic(detail, u, v);
    if (!Number.isFinite(dx + dy + error)) continue;
    row[0] = dx * (x - centre.x);
    row[1] = dx * (y - centre.y);
    row[2] = dx;
    row[3] = dy * (x - centre.x);
    row[4] = dy * (y - centre.y);
    row[5] = dy;
    row[6] = error;
    accumulate(system, row, 1 / (1 + (error / 8) ** 2));
  }
  return system;
}

function accumulate(system: Float64Array, row: Float64Array, weight: number): void {
  for (let i = 0; i < parameterCount; i++) {
    const scaled = weight * (row[i] ?? 0);
    for (let j = 0; j <= parameterCount; j++) {
      const at = i * (parameterCount + 1) + j;
      system[at] = (system[at] ?? 0) + scaled * (row[j] ?? 0);
    }
  }
}

/** Gauss-Jordan elimination of a symmetric positive definite n×(n+1) system; null when it is singular. */
function solve(system: Float64Array): Float64Array | null {
  const columns = parameterCount + 1;
  const rows = Array.from({ length: parameterCount }, (_, i) =>
    system.subarray(i * columns, (i + 1) * columns),
  );
  const smallest = 1e-9 * Math.max(...rows.map((row, i) => row[i] ?? 0));
  for (const [pivot, pivotRow] of rows.entries()) {
    const diagonal = pivotRow[pivot] ?? 0;
    if (diagonal <= smallest) return null;
    for (const row of rows) {
      if (row === pivotRow) continue;
      const factor = (row[pivot] ?? 0) / diagonal;
      for (let j = pivot; j < columns; j++) row[j] = (row[j] ?? 0) - factor * (pivotRow[j] ?? 0);
    }
  }
  return Float64Array.from(rows, (row, i) => (row[parameterCount] ?? 0) / (row[i] ?? 1));
}

function advance(
  transform: Transform,
  step: Float64Array,
  centre: { readonly x: number; readonly y: number },
): Transform {
  const [a = 0, b = 0, tx = 0, c = 0, d = 0, ty = 0] = step;
  return {
    a: transform.a + a,
    b: transform.b + b,
    c: transform.c + c,
    d: transform.d + d,
    tx: transform.tx + tx - a * centre.x - b * centre.y,
    ty: transform.ty + ty - c * centre.x - d * centre.y,
  };
}

function staysNear(refined: Transform, start: Transform, inliers: readonly PointPair[]): boolean {
  return inliers.every(({ from }) => {
    const p = applyTransform(refined, from);
    const q = applyTransform(start, from);
    return Math.hypot(p.x - q.x, p.y - q.y) < maxDrift;
  });
}
