import { hannWindow, reversedBits } from './line-tables.ts';

/** Computes power spectra of real frames of one length. */
export interface Spectrograph {
  /** Power of the first half of the spectrum of `length` samples from `start`, Hann-windowed, written into `power`. */
  readonly measure: (samples: Float32Array, start: number, power: Float32Array) => void;
}

/** Radix-2 transform after Cooley and Tukey (1965), in place, with tables made once. `length` is a power of two. */
export function createSpectrograph(length: number): Spectrograph {
  const window = hannWindow(length);
  const cosines = Float32Array.from({ length: length / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / length));
  const sines = Float32Array.from({ length: length / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / length));
  const order = reversedBits(length);
  const real = new Float32Array(length);
  const imaginary = new Float32Array(length);
  return {
    measure(samples, start, power) {
      for (let i = 0; i < length; i++) {
        real[order[i] ?? 0] = (samples[start + i] ?? 0) * (window[i] ?? 0);
        imaginary[i] = 0;
      }
      for (let half = 1; half < length; half *= 2) {
        const stride = length / (2 * half);
        for (let first = 0; first < length; first += 2 * half) {
          for (let k = 0; k < half; k++) {
            const low = first + k;
            const high = low + half;
            const c = cosines[k * stride] ?? 0;
            const s = sines[k * stride] ?? 0;
            const x = real[high] ?? 0;
            const y = imaginary[high] ?? 0;
            const re = x * c - y * s;
            const im = x * s + y * c;
            real[high] = (real[low] ?? 0) - re;
            imaginary[high] = (imaginary[low] ?? 0) - im;
            real[low] = (real[low] ?? 0) + re;
            imaginary[low] = (imaginary[low] ?? 0) + im;
          }
        }
      }
      for (let k = 0; k < length / 2; k++) power[k] = (real[k] ?? 0) ** 2 + (imaginary[k] ?? 0) ** 2;
    },
  };
}
