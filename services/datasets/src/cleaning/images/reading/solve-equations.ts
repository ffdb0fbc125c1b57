/**
 * Solves linear equations by elimination, in place. Each row has the coefficients, then the right side. Returns undefined if a pivot is not
 * above `minPivot`: there is no single solution.
 */
export function solveEquations(
  rows: readonly Float64Array[],
  minPivot: number,
): readonly number[] | undefined {
  for (const [i, row] of rows.entries()) {
    const pivot = row[i] ?? 0;
    if (pivot <= minPivot) return undefined;
    for (let j = 0; j < row.length; j += 1) row[j] = (row[j] ?? 0) / pivot;
    for (const other of rows) {
      const factor = other[i] ?? 0;
      if (other === row) continue;
      for (let j = 0; j < row.length; j += 1) other[j] = (other[j] ?? 0) - factor * (row[j] ?? 0);
    }
  }
  return rows.map((row) => row.at(-1) ?? 0);
}
