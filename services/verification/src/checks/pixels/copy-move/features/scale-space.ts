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

const SCALES_PER_OCTAVE = 3;
const FIRST_SIGMA = 1.6;
const CAMERA_BLUR = 0.5;
const SMALLEST_SIDE = 32;

/** Difference-of-Gaussians scale space (Lowe, IJCV 2004), without the initial enlargement. */
export function buildScaleSpace(plane: Plane, octaveCount: number): Octave[] {
  const octaves: Octave[] = [];
  let base = gaussianBlur(plane, Math.sqrt(FIRST_SIGMA ** 2 - CAMERA_BLUR ** 2));
  for (let index = 0; index < octaveCount; index++) {
    if (Math.min(base.width, base.height) < SMALLEST_SIDE) break;
    const octave = buildOctave(base, 2 ** index);
    octaves.push(octave);
    const next = octave.levels[SCALES_PER_OCTAVE];
    if (next === undefined) break;
    base = halve(next);
  }
  return octaves;
}

function buildOctave(base: Plane, step: number): Octave {
  const sigmas = [FIRST_SIGMA];
  const levels = [base];
  const differences: Plane[] = [];
  let previous = base;
  for (let level = 1; level < SCALES_PER_OCTAVE + 3; level++) {
    const before = FIRST_SIGMA * 2 ** ((level - 1) / SCALES_PER_OCTAVE);
    const sigma = FIRST_SIGMA * 2 ** (level / SCALES_PER_OCTAVE);
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
