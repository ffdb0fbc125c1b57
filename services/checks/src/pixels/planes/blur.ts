import type { Plane } from './plane.ts';

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
  // One pixel more than is read, for widths that are odd.
  const padded = new Float32Array(width + 2 * radius + 1);
  for (let y = 0; y < height; y++) {
    const row = values.subarray(y * width, (y + 1) * width);
    padded.fill(row[0] ?? 0, 0, radius);
    padded.set(row, radius);
    padded.fill(row[width - 1] ?? 0, radius + width);
    convolveLine(padded, kernel, out.subarray(y * width, (y + 1) * width));
  }
  return { width, height, values: out };
}

/** Two pixels at a time: a weight is read for both. */
function convolveLine(padded: Float32Array, kernel: Float32Array, out: Float32Array): void {
  const last = kernel.length - 1;
  const radius = last / 2;
  const centre = kernel[radius] ?? 0;
  for (let x = 0; x < out.length; x += 2) {
    let sum = centre * (padded[x + radius] ?? 0);
    let next = centre * (padded[x + 1 + radius] ?? 0);
    for (let tap = 0; tap < radius; tap++) {
      const weight = kernel[tap] ?? 0;
      sum += weight * ((padded[x + tap] ?? 0) + (padded[x + last - tap] ?? 0));
      next += weight * ((padded[x + 1 + tap] ?? 0) + (padded[x + 1 + last - tap] ?? 0));
    }
    out[x] = sum;
    out[x + 1] = next;
  }
}

function blurColumns({ width, height, values }: Plane, kernel: Float32Array): Plane {
  const radius = (kernel.length - 1) / 2;
  const out = new Float32Array(values.length);
  const rowAt = (y: number): Float32Array => {
    const start = Math.max(0, Math.min(height - 1, y)) * width;
    return values.subarray(start, start + width);
  };
  for (let y = 0; y < height; y++) {
    const line = out.subarray(y * width, (y + 1) * width);
    const pairAt = (tap: number): RowPair => ({
      above: rowAt(y + tap - radius),
      below: rowAt(y + radius - tap),
      weight: kernel[tap] ?? 0,
    });
    const odd = radius % 2;
    if (odd === 1) addPair(pairAt(0), line);
    for (let tap = odd; tap < radius; tap += 2) addPairs(pairAt(tap), pairAt(tap + 1), line);
    addScaled(rowAt(y), line, kernel[radius] ?? 0);
  }
  return { width, height, values: out };
}

/** Rows that are equally far from the one in the middle. */
interface RowPair {
  readonly above: Float32Array;
  readonly below: Float32Array;
  readonly weight: number;
}

function addPair({ above, below, weight }: RowPair, out: Float32Array): void {
  for (let x = 0; x < out.length; x++) {
    out[x] = (out[x] ?? 0) + weight * ((above[x] ?? 0) + (below[x] ?? 0));
  }
}

/** Adds two pairs with one walk over the line; rounded in between, as if one were added after the other. */
function addPairs(outer: RowPair, inner: RowPair, out: Float32Array): void {
  const { above: top, below: bottom, weight: outerWeight } = outer;
  const { above, below, weight } = inner;
  for (let x = 0; x < out.length; x++) {
    const first = Math.fround((out[x] ?? 0) + outerWeight * ((top[x] ?? 0) + (bottom[x] ?? 0)));
    out[x] = first + weight * ((above[x] ?? 0) + (below[x] ?? 0));
  }
}

function addScaled(from: Float32Array, out: Float32Array, weight: number): void {
  for (let x = 0; x < out.length; x++) out[x] = (out[x] ?? 0) + weight * (from[x] ?? 0);
}
