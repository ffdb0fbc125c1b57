/** Lowpass of the orthonormal wavelet with four vanishing moments (Daubechies 1992, table 6.1). */
const lowpass = [
  0.2303778133088965, 0.7148465705529157, 0.6308807679298589, -0.0279837694168599, -0.1870348117190931,
  0.0308413818355607, 0.0328830116668852, -0.010597401785069,
] as const;
const highpass = lowpass.toReversed().map((tap, i) => (i % 2 === 0 ? tap : -tap));
const taps = lowpass.map((low, i) => ({ low, high: highpass[i] ?? 0 }));

/** The upper left part of a square of rows: what a level of the transform works on. */
interface Part {
  readonly width: number;
  readonly height: number;
  /** Values from one row to the next. */
  readonly stride: number;
}

/** One level, in place: averages go to the upper left quarter, details to the others. Both sides are even; edges wrap around. */
export function splitLevel(values: Float32Array, { width, height, stride }: Part): void {
  const line = new Float32Array(width + taps.length);
  for (let y = 0; y < height; y++) {
    const row = values.subarray(y * stride, y * stride + width);
    line.set(row);
    line.set(row.subarray(0, Math.min(width, taps.length)), width);
    splitLine(line, row);
  }
  const copy = packed(values, { width, height, stride });
  for (let k = 0; k < height / 2; k++) {
    const averages = values.subarray(k * stride, k * stride + width).fill(0);
    const start = (k + height / 2) * stride;
    const details = values.subarray(start, start + width).fill(0);
    taps.forEach(({ low, high }, t) => {
      const from = ((2 * k + t) % height) * width;
      for (let x = 0; x < width; x++) {
        const value = copy[from + x] ?? 0;
        averages[x] = (averages[x] ?? 0) + low * value;
        details[x] = (details[x] ?? 0) + high * value;
      }
    });
  }
}

function splitLine(line: Float32Array, row: Float32Array): void {
  const half = row.length / 2;
  for (let k = 0; k < half; k++) {
    let average = 0;
    let detail = 0;
    for (let t = 0; t < lowpass.length; t++) {
      const value = line[2 * k + t] ?? 0;
      average += (lowpass[t] ?? 0) * value;
      detail += (highpass[t] ?? 0) * value;
    }
    row[k] = average;
    row[half + k] = detail;
  }
}

/** Undoes `splitLevel`. */
export function joinLevel(values: Float32Array, { width, height, stride }: Part): void {
  const copy = packed(values, { width, height, stride });
  for (let y = 0; y < height; y++) values.fill(0, y * stride, y * stride + width);
  for (let k = 0; k < height / 2; k++) {
    const averages = k * width;
    const details = (k + height / 2) * width;
    taps.forEach(({ low, high }, t) => {
      const to = ((2 * k + t) % height) * stride;
      for (let x = 0; x < width; x++)
        values[to + x] =
          (values[to + x] ?? 0) + low * (copy[averages + x] ?? 0) + high * (copy[details + x] ?? 0);
    });
  }
  const line = new Float32Array(width + taps.length);
  for (let y = 0; y < height; y++) joinLine(values.subarray(y * stride, y * stride + width), line.fill(0));
}

function joinLine(row: Float32Array, line: Float32Array): void {
  const half = row.length / 2;
  for (let k = 0; k < half; k++) {
    const average = row[k] ?? 0;
    const detail = row[half + k] ?? 0;
    for (let t = 0; t < lowpass.length; t++)
      line[2 * k + t] = (line[2 * k + t] ?? 0) + (lowpass[t] ?? 0) * average + (highpass[t] ?? 0) * detail;
  }
  for (let x = row.length; x < line.length; x++) {
    const wrapped = x % row.length;
    line[wrapped] = (line[wrapped] ?? 0) + (line[x] ?? 0);
  }
  row.set(line.subarray(0, row.length));
}

function packed(values: Float32Array, { width, height, stride }: Part): Float32Array {
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++) out.set(values.subarray(y * stride, y * stride + width), y * width);
  return out;
}
