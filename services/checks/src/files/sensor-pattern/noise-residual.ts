import type { Plane } from '../../pixels/planes/plane.ts';
import { noiseShares } from './local-variance.ts';
import { joinLevel, splitLevel } from './wavelet.ts';

/** The deviation is in grey levels. */
export const residualParameters = { levels: 4, noiseDeviation: 3 } as const;

/**
 * What a denoising filter takes out of a picture, in grey levels, after Lukáš, Fridrich and Goljan (2006): of the details of a
 * wavelet transform the share that a Wiener filter takes for noise. Both sides are multiples of 16.
 */
export function noiseResidual({ width, height, values }: Plane): Plane {
  const out = Float32Array.from(values);
  const { levels } = residualParameters;
  for (let level = 0; level < levels; level++)
    splitLevel(out, { width: width >> level, height: height >> level, stride: width });
  for (let y = 0; y < height >> levels; y++) out.fill(0, y * width, y * width + (width >> levels));
  for (let level: number = levels; level > 0; level--) {
    const across = width >> level;
    const down = height >> level;
    keepNoise(out, { stride: width, left: across, top: 0, across, down });
    keepNoise(out, { stride: width, left: 0, top: down, across, down });
    keepNoise(out, { stride: width, left: across, top: down, across, down });
    joinLevel(out, { width: 2 * across, height: 2 * down, stride: width });
  }
  return { width, height, values: out };
}

interface Band {
  readonly stride: number;
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;
}

function keepNoise(values: Float32Array, { stride, left, top, across, down }: Band): void {
  const band = new Float32Array(across * down);
  const rows = Array.from({ length: down }, (_, y) => {
    const start = (top + y) * stride + left;
    return values.subarray(start, start + across);
  });
  rows.forEach((row, y) => {
    band.set(row, y * across);
  });
  const shares = noiseShares(
    { width: across, height: down, values: band },
    residualParameters.noiseDeviation ** 2,
  );
  rows.forEach((row, y) => {
    for (let x = 0; x < across; x++) row[x] = (row[x] ?? 0) * (shares[y * across + x] ?? 0);
  });
}
