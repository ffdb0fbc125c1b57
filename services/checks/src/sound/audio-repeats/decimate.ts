/** Sound of which every `factor`-th sample is left. */
export interface DecimatedSound {
  readonly sampleRate: number;
  readonly factor: number;
  readonly samples: Float32Array;
}

const targetRate = 8_000;
/** Taps of the low pass, a windowed sinc, on each side and for each step of the factor. */
const tapsPerStep = 4;

/** Reduces sound to some 8 kHz, where what tells two places apart still is. */
export function decimate(samples: Float32Array, sampleRate: number): DecimatedSound {
  const factor = Math.max(1, Math.floor(sampleRate / targetRate));
  if (factor === 1) return { sampleRate, factor, samples };
  const reach = tapsPerStep * factor;
  const kernel = lowPass(factor, reach);
  const reduced = new Float32Array(Math.floor(samples.length / factor));
  for (let i = 0; i < reduced.length; i++) {
    const centre = i * factor;
    const from = Math.max(-reach, -centre);
    const to = Math.min(reach, samples.length - 1 - centre);
    let sum = 0;
    for (let tap = from; tap <= to; tap++) sum += (samples[centre + tap] ?? 0) * (kernel[tap + reach] ?? 0);
    reduced[i] = sum;
  }
  return { sampleRate: sampleRate / factor, factor, samples: reduced };
}

function lowPass(factor: number, reach: number): Float32Array {
  const kernel = Float32Array.from({ length: 2 * reach + 1 }, (_, i) => {
    const x = (i - reach) / factor;
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * (i - reach)) / (reach + 1)));
  });
  const sum = kernel.reduce((total, weight) => total + weight, 0);
  return kernel.map((weight) => weight / sum);
}
