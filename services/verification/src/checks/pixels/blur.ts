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
