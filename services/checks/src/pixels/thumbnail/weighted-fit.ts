export const maxLevel = 255;
const outlierLevels = 10;

/** What all rounds of a fit look at: for each place its terms, one after the other, and the level of the preview. */
export interface Observations {
  readonly terms: Float64Array;
  readonly targets: Float64Array;
}

/** The normal equations of a fit whose last result these coefficients were, row by row, the right side in the last column. */
export function weigh(
  { terms, targets }: Observations,
  coefficients: readonly number[],
  isEven: boolean,
): Float64Array {
  const count = coefficients.length;
  const columns = count + 1;
  const weights = Float64Array.from(coefficients);
  const system = new Float64Array(count * columns);
  for (let index = 0, from = 0; index < targets.length; index++, from += count) {
    const target = targets[index] ?? 0;
    let sum = 0;
    for (let i = 0; i < count; i++) sum += (weights[i] ?? 0) * (terms[from + i] ?? 0);
    const error = target - maxLevel * sum;
    const weight = isEven ? 1 : 1 / (1 + (error / outlierLevels) ** 2) ** 2;
    for (let i = 0; i < count; i++) {
      const scaled = weight * (terms[from + i] ?? 0);
      const row = i * columns;
      for (let j = i; j < count; j++)
        system[row + j] = (system[row + j] ?? 0) + scaled * (terms[from + j] ?? 0);
      system[row + count] = (system[row + count] ?? 0) + scaled * (target / maxLevel);
    }
  }
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) system[i * columns + j] = system[j * columns + i] ?? 0;
  }
  return system;
}

/** Gauss-Jordan with a ridge that pulls towards the coefficients `near`. */
export function solve(
  system: Float64Array,
  { near, pull }: { near: readonly number[]; pull: number },
): number[] {
  const count = near.length;
  const columns = count + 1;
  const rows = Array.from({ length: count }, (_, i) => system.subarray(i * columns, (i + 1) * columns));
  for (const [pivot, row] of rows.entries()) {
    row[pivot] = (row[pivot] ?? 0) + pull;
    row[count] = (row[count] ?? 0) + pull * (near[pivot] ?? 0);
  }
  for (const [pivot, pivotRow] of rows.entries()) {
    for (const row of rows) {
      if (row === pivotRow) continue;
      const factor = (row[pivot] ?? 0) / (pivotRow[pivot] ?? 1);
      for (let j = pivot; j < columns; j++) row[j] = (row[j] ?? 0) - factor * (pivotRow[j] ?? 0);
    }
  }
  return rows.map((row, i) => (row[count] ?? 0) / (row[i] ?? 1));
}
