import { solveEquations } from '../reading/solve-equations.ts';
import type { ColourImage } from '../confirm/read-planes.ts';

/** Pixels from one that is fitted to the next. */
const step = 7;

/**
 * Makes both images grey. Programs weigh the colours differently, so the weights are fitted, by least squares, to the image that is in grey
 * already.
 */
export function toFittedGrey(a: ColourImage, b: ColourImage): [ColourImage, ColourImage] {
  const [coloured, grey] = measureColour(a) > measureColour(b) ? [a, b] : [b, a];
  const weights = fitWeights(coloured.samples, grey.samples);
  const weighed = { ...coloured, samples: weigh(coloured.samples, weights) };
  return coloured === a ? [weighed, b] : [a, weighed];
}

function measureColour({ samples }: ColourImage): number {
  let sum = 0;
  for (let at = 0; at < samples.length; at += 3) sum += Math.abs((samples[at] ?? 0) - (samples[at + 2] ?? 0));
  return sum;
}

/** The shares of red, green and blue, and a constant. */
type Weights = readonly [red: number, green: number, blue: number, constant: number];

function fitWeights(coloured: Uint8Array, grey: Uint8Array): Weights {
  const matrix = Array.from({ length: 4 }, () => new Float64Array(5));
  for (let at = 0; at < coloured.length; at += 3 * step) {
    const values = [coloured[at] ?? 0, coloured[at + 1] ?? 0, coloured[at + 2] ?? 0, 255, grey[at + 1] ?? 0];
    for (const [i, row] of matrix.entries())
      for (let j = 0; j < 5; j += 1) row[j] = (row[j] ?? 0) + (values[i] ?? 0) * (values[j] ?? 0);
  }
  // A small term keeps the equations solvable if two colours are the same everywhere: they share the weight.
  const term = 1e-6 * (matrix[3]?.[3] ?? 1);
  for (const [i, row] of matrix.entries()) row[i] = (row[i] ?? 0) + term;
  const [red = 0, green = 0, blue = 0, constant = 0] = solveEquations(matrix, 0) ?? [];
  return [red, green, blue, constant];
}

function weigh(samples: Uint8Array, [red, green, blue, constant]: Weights): Uint8Array {
  const weighed = new Uint8ClampedArray(samples.length);
  for (let at = 0; at < samples.length; at += 3) {
    const sum = red * (samples[at] ?? 0) + green * (samples[at + 1] ?? 0) + blue * (samples[at + 2] ?? 0);
    weighed.fill(sum + 255 * constant, at, at + 3);
  }
  return new Uint8Array(weighed.buffer);
}
