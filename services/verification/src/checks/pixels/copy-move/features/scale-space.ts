import { gaussianBlur, subtract } from '../../blur.ts';
import type { Plane } from '../../plane.ts';

/** Levels of one octave, at half the resolution of the octave before; `levels[i]` has blur `sigmas[i]` in its own pixels. */
export interface Octave {
  /** Working pixels per pixel of this octave. */
  readonly step: number;
  readonly levels: readonly Plane[];
  readonly sigmas: readonly number[];
  /** `differences[i] = levels[i+1] - levels[i]`. */
  readonly differences: readonly Plane[];
}

const scalesPerOctave = 3;
const firstSigma = 1.6;
const cameraBlur = 0.5;
const smallestSide = 32;

/** Difference-of-Gaussians scale space (Lowe, IJCV 2004), without the initial enlargement. */
export function buildScaleSpace(plane: Plane, octaveCount: number): Octave[] {
  const octaves: Octave[] = [];
  let base = gaussianBlur(plane, Math.sqrt(firstSigma ** 2 - cameraBlur ** 2));
  for (let index = 0; index < octaveCount; index++) {
    if (Math.min(base.width, base.height) < smallestSide) break;
    const octave = buildOctave(base, 2 ** index);
    octaves.push(octave);
    const next = octave.levels[scalesPerOctave];
    if (next === undefined) break;
    base = halve(next);
  }
  return octaves;
}

function buildOctave(base: Plane, step: number): Octave {
  const sigmas = [firstSigma];
  const levels = [base];
  const differences: Plane[] = [];
  let previous = base;
  for (let level = 1; level < scalesPerOctave + 3; level++) {
    const before = firstSigma * 2 ** ((level - 1) / scalesPerOctave);
    const sigma = firstSigma * 2 ** (level / scalesPerOctave);
    const blurred = gaussianBlur(previous, Math.sqrt(sigma ** 2 - before ** 2));
    differences.push(subtract(blurred, previous));
    levels.push(blurred);
    sigmas.push(sigma);
    previous = blurred;
  }
  return { step, levels, sigmas, differences };
}

function halve(plane: Plane): Plane {
  const width = plane.width >> 1;
  const height = plane.height >> 1;
  const values = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) values[y * width + x] = plane.values[2 * y * plane.width + 2 * x] ?? 0;
  }
  return { width, height, values };
}
