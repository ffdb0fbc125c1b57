import type { Grid } from '../../planes/windows.ts';
import { indicator, windowSums } from '../../planes/windows.ts';

/**
 * Zero-mean normalised correlation of two grids in square windows of side `2*radius+1`, -1..1. NaN where a window leaves
 * the known samples (NaN in `there`) or deviates by less than `minDeviation` grey levels on either side.
 */
export function correlateWindows(
  here: Grid,
  there: Grid,
  window: { radius: number; minDeviation: number },
): Grid {
  const { radius } = window;
  const known = indicator(there.values, (value) => !Number.isNaN(value));
  const one = product(here.values, known);
  const other = knownOnly(there.values);
  const sum = (values: Float32Array): Float32Array => windowSums({ ...here, values }, radius).values;
  const n = sum(known);
  const x = sum(one);
  const y = sum(other);
  const xx = sum(product(one, one));
  const yy = sum(product(other, other));
  const xy = sum(product(one, other));
  const full = (2 * radius + 1) ** 2;
  const floor = full * window.minDeviation ** 2;
  const values = new Float32Array(here.values.length).fill(Number.NaN);
  for (let i = 0; i < values.length; i++) {
    if ((n[i] ?? 0) < full - 0.5) continue;
    const meanX = (x[i] ?? 0) / full;
    const meanY = (y[i] ?? 0) / full;
    const varianceX = (xx[i] ?? 0) - full * meanX * meanX;
    const varianceY = (yy[i] ?? 0) - full * meanY * meanY;
    if (varianceX < floor || varianceY < floor) continue;
    values[i] = ((xy[i] ?? 0) - full * meanX * meanY) / Math.sqrt(varianceX * varianceY);
  }
  return { width: here.width, height: here.height, values };
}

/**
 * Smaller eigenvalue of the mean gradient tensor of each window, in grey levels² per sample². It is near zero on straight
 * edges, which agree with every parallel edge and prove nothing (the aperture problem).
 */
export function twoDimensionalStructure({ width, height, values }: Grid, radius: number): Float32Array {
  const xx = new Float32Array(values.length);
  const yy = new Float32Array(values.length);
  const xy = new Float32Array(values.length);
  for (let at = width + 1; at < values.length - width - 1; at++) {
    const dx = ((values[at + 1] ?? 0) - (values[at - 1] ?? 0)) / 2;
    const dy = ((values[at + width] ?? 0) - (values[at - width] ?? 0)) / 2;
    xx[at] = dx * dx;
    yy[at] = dy * dy;
    xy[at] = dx * dy;
  }
  const sum = (of: Float32Array): Float32Array => windowSums({ width, height, values: of }, radius).values;
  const sxx = sum(xx);
  const syy = sum(yy);
  const sxy = sum(xy);
  const count = (2 * radius + 1) ** 2;
  for (let i = 0; i < sxx.length; i++) {
    const half = ((sxx[i] ?? 0) + (syy[i] ?? 0)) / 2;
    const difference = ((sxx[i] ?? 0) - (syy[i] ?? 0)) / 2;
    const cross = sxy[i] ?? 0;
    xx[i] = (half - Math.sqrt(difference * difference + cross * cross)) / count;
  }
  return xx;
}

function knownOnly(values: Float32Array): Float32Array {
  const out = new Float32Array(values.length);
  for (let i = 0; i < out.length; i++) {
    const value = values[i] ?? Number.NaN;
    out[i] = Number.isNaN(value) ? 0 : value;
  }
  return out;
}

function product(left: Float32Array, right: Float32Array): Float32Array {
  const out = new Float32Array(left.length);
  for (let i = 0; i < out.length; i++) out[i] = (left[i] ?? 0) * (right[i] ?? 0);
  return out;
}
