import { windowSums } from '../../pixels/planes/windows.ts';
import type { Grid } from '../../pixels/planes/windows.ts';

const radii = [1, 2, 3, 4] as const;

/**
 * How much a Wiener filter leaves of each value when the noise has this variance: the variance of what is no noise is the least of
 * those in windows of sides 3, 5, 7 and 9 (Mihçak, Kozintsev and Ramchandran 1999), so that edges do not widen. The share is that
 * of the noise, near 1 where nothing else is.
 */
export function noiseShares({ width, height, values }: Grid, variance: number): Float32Array {
  const squares = { width, height, values: values.map((value) => value * value) };
  const least = new Float32Array(values.length).fill(Infinity);
  for (const radius of radii) {
    const sums = windowSums(squares, radius).values;
    for (let y = 0, at = 0; y < height; y++) {
      const rows = Math.min(y, radius) + Math.min(height - 1 - y, radius) + 1;
      for (let x = 0; x < width; x++, at++) {
        const columns = Math.min(x, radius) + Math.min(width - 1 - x, radius) + 1;
        least[at] = Math.min(least[at] ?? 0, (sums[at] ?? 0) / (rows * columns));
      }
    }
  }
  return least.map((power) => variance / Math.max(variance, power));
}
