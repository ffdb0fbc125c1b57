import { gaussianBlur, subtract } from '../../planes/blur.ts';
import type { Plane } from '../../planes/plane.ts';

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

export interface ScaleSpaceOptions {
  readonly octaves: number;
  /** Begin with the picture at twice its size (Lowe 2004, section 3.3), which finds about four times the keypoints. */
  readonly enlarged: boolean;
}

/** Difference-of-Gaussians scale space (Lowe, IJCV 2004). */
export function buildScaleSpace(plane: Plane, { octaves: count, enlarged }: ScaleSpaceOptions): Octave[] {
  const octaves: Octave[] = [];
  const first = enlarged ? enlarge(plane) : plane;
  const firstStep = enlarged ? 0.5 : 1;
  let base = gaussianBlur(first, Math.sqrt(firstSigma ** 2 - (cameraBlur / firstStep) ** 2));
  for (let index = 0; index < count; index++) {
    if (Math.min(base.width, base.height) < smallestSide) break;
    const octave = buildOctave(base, firstStep * 2 ** index);
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

/** Twice the size; pixel `(2x, 2y)` is pixel `(x, y)` of before, those between are means. */
function enlarge({ width, height, values }: Plane): Plane {
  const out = new Float32Array(4 * width * height);
  for (let y = 0; y < 2 * height; y++) {
    const upper = (y >> 1) * width;
    const lower = Math.min(height - 1, (y + 1) >> 1) * width;
    for (let x = 0; x < 2 * width; x++) {
      const left = x >> 1;
      const right = Math.min(width - 1, (x + 1) >> 1);
      const above = (values[upper + left] ?? 0) + (values[upper + right] ?? 0);
      const below = (values[lower + left] ?? 0) + (values[lower + right] ?? 0);
      out[y * 2 * width + x] = (above + below) / 4;
    }
  }
  return { width: 2 * width, height: 2 * height, values: out };
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
