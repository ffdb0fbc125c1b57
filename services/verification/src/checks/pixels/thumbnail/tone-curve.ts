import type { Plane } from '../plane.ts';

/** From picture to preview: a polynomial of grey levels / 255, lowest power first. */
export type ToneCurve = readonly number[];

const termCount = 4;
const rounds = 5;
const outlierLevels = 10;
const maxLevel = 255;

/**
 * Fits the preview as a smooth function of the picture, so that brightness, contrast and gamma do not count as
 * differences. Reweighted least squares (Cauchy), so that a changed place does not bend the curve.
 */
export function fitToneCurve(preview: Plane, placed: Plane): ToneCurve {
  let curve: ToneCurve = [0, 1, 0, 0];
  for (let round = 0; round < rounds; round++) {
    const system = new Float64Array(termCount * (termCount + 1));
    for (let i = 0; i < placed.values.length; i++) {
      const level = placed.values[i] ?? Number.NaN;
      if (Number.isNaN(level)) continue;
      const error = (preview.values[i] ?? 0) - applyToneCurve(curve, level);
      const weight = round === 0 ? 1 : 1 / (1 + (error / outlierLevels) ** 2);
      accumulate(system, { level: level / maxLevel, target: (preview.values[i] ?? 0) / maxLevel, weight });
    }
    curve = solve(system);
  }
  return curve;
}

export function applyToneCurve(curve: ToneCurve, level: number): number {
  const x = level / maxLevel;
  return maxLevel * curve.reduceRight((sum, coefficient) => sum * x + coefficient, 0);
}

interface Observation {
  readonly level: number;
  readonly target: number;
  readonly weight: number;
}

function accumulate(system: Float64Array, { level, target, weight }: Observation): void {
  const powers = [1, level, level * level, level * level * level];
  for (let i = 0; i < termCount; i++) {
    const scaled = weight * (powers[i] ?? 0);
    for (let j = 0; j < termCount; j++) {
      const at = i * (termCount + 1) + j;
      system[at] = (system[at] ?? 0) + scaled * (powers[j] ?? 0);
    }
    const last = i * (termCount + 1) + termCount;
    system[last] = (system[last] ?? 0) + scaled * target;
  }
}

/** Gauss-Jordan with a small ridge, which pulls towards a flat curve where levels are missing. */
function solve(system: Float64Array): ToneCurve {
  const columns = termCount + 1;
  const rows = Array.from({ length: termCount }, (_, i) => system.subarray(i * columns, (i + 1) * columns));
  const ridge = 1e-5 * (system[0] ?? 1);
  for (const [pivot, pivotRow] of rows.entries()) pivotRow[pivot] = (pivotRow[pivot] ?? 0) + ridge;
  for (const [pivot, pivotRow] of rows.entries()) {
    for (const row of rows) {
      if (row === pivotRow) continue;
      const factor = (row[pivot] ?? 0) / (pivotRow[pivot] ?? 1);
      for (let j = pivot; j < columns; j++) row[j] = (row[j] ?? 0) - factor * (pivotRow[j] ?? 0);
    }
  }
  return rows.map((row, i) => (row[termCount] ?? 0) / (row[i] ?? 1));
}
