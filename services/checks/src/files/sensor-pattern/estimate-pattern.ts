import type { Plane } from '../../pixels/planes/plane.ts';
import { subtractLineMeans } from './line-means.ts';
import { noiseShares } from './local-variance.ts';
import type { NoisePicture } from './noise-picture.ts';
import { restorePlane, transformPlane } from '../../fourier/plane-transform.ts';

/**
 * How much more than the mean each pixel of a sensor answers to light, times an unknown constant: the maximum likelihood estimate ΣWI/ΣI² of
 * pictures I with noise W (Chen, Fridrich, Goljan and Lukáš 2008), without what repeats along rows, columns and blocks, which
 * other cameras have as well. `pictures` are of one size and not empty.
 */
export function estimatePattern(pictures: readonly [NoisePicture, ...NoisePicture[]]): Plane {
  const [{ width, height }] = pictures;
  const products = new Float32Array(width * height);
  const squares = new Float32Array(width * height);
  for (const { levels, noise } of pictures) {
    for (let i = 0; i < products.length; i++) {
      const level = levels[i] ?? 0;
      products[i] = (products[i] ?? 0) + level * (noise[i] ?? 0);
      squares[i] = (squares[i] ?? 0) + level * level;
    }
  }
  for (let i = 0; i < products.length; i++) products[i] = (products[i] ?? 0) / ((squares[i] ?? 0) + 1);
  const pattern = { width, height, values: products };
  subtractLineMeans(pattern);
  return whiten(pattern);
}

/** Lowers the frequencies that stand out, as those of the blocks of a JPEG do, to the power of their surroundings. */
function whiten({ width, height, values }: Plane): Plane {
  const power = values.reduce((sum, value) => sum + value * value, 0);
  const spectrum = transformPlane({
    width,
    height,
    real: values,
    imaginary: new Float32Array(values.length),
  });
  const magnitudes = new Float32Array(values.length);
  for (let i = 0; i < magnitudes.length; i++)
    magnitudes[i] = Math.hypot(spectrum.real[i] ?? 0, spectrum.imaginary[i] ?? 0);
  const shares = noiseShares({ width: spectrum.width, height: spectrum.height, values: magnitudes }, power);
  for (let i = 0; i < shares.length; i++) {
    spectrum.real[i] = (spectrum.real[i] ?? 0) * (shares[i] ?? 0);
    spectrum.imaginary[i] = (spectrum.imaginary[i] ?? 0) * (shares[i] ?? 0);
  }
  return { width, height, values: restorePlane(spectrum).real };
}
