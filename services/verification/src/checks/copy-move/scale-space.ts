import type { Plane } from './plane.ts';

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

/** Separable Gaussian; edges repeat the outermost pixel. */
export function gaussianBlur(plane: Plane, sigma: number): Plane {
  const kernel = gaussianKernel(sigma);
  return blurColumns(blurRows(plane, kernel), kernel);
}

export function subtract(left: Plane, right: Plane): Plane {
  const values = new Float32Array(left.values.length);
  for (let i = 0; i < values.length; i++) values[i] = (left.values[i] ?? 0) - (right.values[i] ?? 0);
  return { width: left.width, height: left.height, values };
}

function gaussianKernel(sigma: number): Float32Array {
  const radius = Math.max(1, Math.ceil(sigma * 3));
  const kernel = Float32Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * sigma ** 2)),
  );
  const sum = kernel.reduce((total, weight) => total + weight, 0);
  return kernel.map((weight) => weight / sum);
}

function blurRows({ width, height, values }: Plane, kernel: Float32Array): Plane {
  const radius = (kernel.length - 1) / 2;
  const out = new Float32Array(values.length);
  const padded = new Float32Array(width + 2 * radius);
  for (let y = 0; y < height; y++) {
    const row = values.subarray(y * width, (y + 1) * width);
    padded.fill(row[0] ?? 0, 0, radius);
    padded.set(row, radius);
    padded.fill(row[width - 1] ?? 0, radius + width);
    convolveLine(padded, kernel, out.subarray(y * width, (y + 1) * width));
  }
  return { width, height, values: out };
}

function convolveLine(padded: Float32Array, kernel: Float32Array, out: Float32Array): void {
  const last = kernel.length - 1;
  const radius = last / 2;
  const centre = kernel[radius] ?? 0;
  for (let x = 0; x < out.length; x++) {
    let sum = centre * (padded[x + radius] ?? 0);
    for (let tap = 0; tap < radius; tap++) {
      sum += (kernel[tap] ?? 0) * ((padded[x + tap] ?? 0) + (padded[x + last - tap] ?? 0));
    }
    out[x] = sum;
  }
}

function blurColumns({ width, height, values }: Plane, kernel: Float32Array): Plane {
  const radius = (kernel.length - 1) / 2;
  const out = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    const line = out.subarray(y * width, (y + 1) * width);
    for (let tap = 0; tap < radius; tap++) {
      const above = Math.max(0, y + tap - radius) * width;
      const below = Math.min(height - 1, y + radius - tap) * width;
      addPair(
        values.subarray(above, above + width),
        values.subarray(below, below + width),
        line,
        kernel[tap] ?? 0,
      );
    }
    addScaled(values, y * width, line, kernel[radius] ?? 0);
  }
  return { width, height, values: out };
}

function addPair(above: Float32Array, below: Float32Array, out: Float32Array, weight: number): void {
  for (let x = 0; x < out.length; x++) {
    out[x] = (out[x] ?? 0) + weight * ((above[x] ?? 0) + (below[x] ?? 0));
  }
}

function addScaled(from: Float32Array, offset: number, out: Float32Array, weight: number): void {
  for (let x = 0; x < out.length; x++) out[x] = (out[x] ?? 0) + weight * (from[offset + x] ?? 0);
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
