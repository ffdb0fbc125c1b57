/** Samples of a window. */
export const windowLength = 1024;

/** The shape of the spectrum of one window. */
export interface SpectrumShape {
  /** The mean frequency, weighted by power, as a share of the sample rate: 0 to 0.5. */
  readonly centroid: number;
  /** The geometric mean of the power over its arithmetic mean: 1 for white noise, close to 0 for a tone. */
  readonly flatness: number;
}

const hann = Float64Array.from(
  { length: windowLength },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / windowLength),
);
/** Keeps the logarithm of an empty bin finite. */
const minPower = 1e-12;

/** Computes the shape of the spectrum of {@link windowLength} samples; undefined for a silent window. */
export function describeSpectrum(samples: Float32Array): SpectrumShape | undefined {
  const real = Float64Array.from(hann, (weight, index) => weight * (samples[index] ?? 0));
  const imaginary = new Float64Array(windowLength);
  transform(real, imaginary);
  const bins = windowLength / 2;
  let total = 0;
  let weighted = 0;
  let logarithms = 0;
  for (let bin = 1; bin < bins; bin += 1) {
    const power = (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2;
    total += power;
    weighted += power * bin;
    logarithms += Math.log(power + minPower);
  }
  const mean = total / (bins - 1);
  if (mean <= minPower) return undefined;
  return {
    centroid: weighted / total / windowLength,
    flatness: Math.min(1, Math.exp(logarithms / (bins - 1)) / mean),
  };
}

/** The fast Fourier transform in place, radix 2 (Cooley and Tukey 1965). */
function transform(real: Float64Array, imaginary: Float64Array): void {
  reorder(real, imaginary);
  for (let size = 2; size <= windowLength; size *= 2) {
    const half = size / 2;
    for (let k = 0; k < half; k += 1) {
      const angle = (-2 * Math.PI * k) / size;
      const cosine = Math.cos(angle);
      const sine = Math.sin(angle);
      for (let even = k; even < windowLength; even += size) {
        const odd = even + half;
        const oddReal = real[odd] ?? 0;
        const oddImaginary = imaginary[odd] ?? 0;
        const rotatedReal = oddReal * cosine - oddImaginary * sine;
        const rotatedImaginary = oddReal * sine + oddImaginary * cosine;
        const evenReal = real[even] ?? 0;
        const evenImaginary = imaginary[even] ?? 0;
        real[odd] = evenReal - rotatedReal;
        imaginary[odd] = evenImaginary - rotatedImaginary;
        real[even] = evenReal + rotatedReal;
        imaginary[even] = evenImaginary + rotatedImaginary;
      }
    }
  }
}

function reorder(real: Float64Array, imaginary: Float64Array): void {
  for (let index = 1, reversed = 0; index < windowLength; index += 1) {
    let bit = windowLength / 2;
    for (; (reversed & bit) !== 0; bit /= 2) reversed ^= bit;
    reversed ^= bit;
    if (index >= reversed) continue;
    for (const values of [real, imaginary]) {
      const kept = values[index] ?? 0;
      values[index] = values[reversed] ?? 0;
      values[reversed] = kept;
    }
  }
}
