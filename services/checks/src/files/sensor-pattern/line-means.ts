import type { Plane } from '../../pixels/planes/plane.ts';

/**
 * Takes the mean of every row and column out of a plane, in place, the even and the odd pixels of each apart: what cameras of one model have
 * in common is periodic along them (Chen, Fridrich, Goljan and Lukáš 2008, section III).
 */
export function subtractLineMeans({ width, height, values }: Plane): void {
  for (let y = 0; y < height; y++)
    for (const phase of [0, 1])
      subtractMean(values, { start: y * width + phase, step: 2, count: width >> 1 });
  for (let x = 0; x < width; x++)
    for (const phase of [0, 1])
      subtractMean(values, { start: phase * width + x, step: 2 * width, count: height >> 1 });
}

interface Line {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

function subtractMean(values: Float32Array, { start, step, count }: Line): void {
  let sum = 0;
  for (let i = 0, at = start; i < count; i++, at += step) sum += values[at] ?? 0;
  const mean = sum / count;
  for (let i = 0, at = start; i < count; i++, at += step) values[at] = (values[at] ?? 0) - mean;
}
