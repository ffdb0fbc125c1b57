import type { Plane } from '../../pixels/planes/plane.ts';
import type { NoisePicture } from './noise-picture.ts';
import { transformPlane } from '../../fourier/plane-transform.ts';

/** How well the noise of a picture agrees with the pattern of a sensor, as energy of the correlation where both lie on each other over the mean energy elsewhere. */
export interface PatternAgreement {
  /** Peak-to-correlation energy (Goljan, Fridrich and Filler 2009); negative where the correlation is. Chance gives about 1. */
  readonly peakEnergy: number;
  /** The same of the picture without the quarter of it that agrees best. */
  readonly restEnergy: number;
}

export const agreementParameters = { cellsAcross: 8, leftOut: 0.25 } as const;

/** The picture is expected to show the pattern times its brightness; both are of one size. */
export function comparePattern(
  pattern: Plane,
  { width, height, levels, noise }: NoisePicture,
): PatternAgreement {
  const expected = new Float32Array(levels.length);
  for (let i = 0; i < expected.length; i++) expected[i] = (levels[i] ?? 0) * (pattern.values[i] ?? 0);
  const found = Float32Array.from(noise);
  subtractMean(expected);
  subtractMean(found);
  const cells = productsOfCells(found, expected, width);
  const peak = cells.reduce((sum, product) => sum + product, 0);
  const elsewhere =
    (correlationEnergy({ width, height, real: found, imaginary: expected }) - peak ** 2) /
    (levels.length - 1);
  if (!(elsewhere > 0)) return { peakEnergy: 0, restEnergy: 0 };
  const kept = Math.floor(cells.length * (1 - agreementParameters.leftOut));
  const rest = cells
    .toSorted((one, other) => one - other)
    .slice(0, kept)
    .reduce((sum, product) => sum + product, 0);
  return {
    peakEnergy: (Math.sign(peak) * peak ** 2) / elsewhere,
    restEnergy: (Math.sign(rest) * rest ** 2) / (elsewhere * (kept / cells.length)),
  };
}

function subtractMean(values: Float32Array): void {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) - mean;
}

function productsOfCells(one: Float32Array, other: Float32Array, width: number): number[] {
  const across = agreementParameters.cellsAcross;
  const height = one.length / width;
  const cells = Array.from({ length: across * across }, () => 0);
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor((y * across) / height) * across;
    for (let cell = row; cell < row + across; cell++) {
      let sum = 0;
      for (const end = at + width / across; at < end; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
      cells[cell] = (cells[cell] ?? 0) + sum;
    }
  }
  return cells;
}

/** Sum of the squared circular cross-correlation of two planes over all shifts, by Parseval's theorem. */
function correlationEnergy(both: Parameters<typeof transformPlane>[0]): number {
  const { width, height, real, imaginary } = transformPlane(both);
  let energy = 0;
  for (let y = 0; y < height; y++) {
    const mirrored = y === 0 ? 0 : height - y;
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const across = mirrored * width + (x === 0 ? 0 : width - x);
      const a = real[at] ?? 0;
      const b = imaginary[at] ?? 0;
      const c = real[across] ?? 0;
      const d = imaginary[across] ?? 0;
      energy += ((a + c) ** 2 + (b - d) ** 2) * ((b + d) ** 2 + (c - a) ** 2);
    }
  }
  return energy / (16 * real.length);
}
