import { prototypeWindow } from './prototype-window.ts';

/** Frequencies of a granule: 32 bands of 18 each. */
export const granuleLength = 576;
export const bands = 32;
export const linesPerBand = 18;
/** The lowest bands hold too much energy to be zero, and the highest nothing in any case. */
const firstBand = 2;
const endBand = 22;

/** What is filtered repeats itself under cosines: 128 values fold into these, row by row of bands. */
const foldedLength = 32;
const bandCosines = Float32Array.from({ length: bands * foldedLength }, (_, at) =>
  Math.cos(((2 * Math.floor(at / foldedLength) + 1) * (at % foldedLength) * Math.PI) / 64),
);
/** Where each of the 128 goes: cos((2i + 1)mπ/64) with m from −16 is even, has the period 128, and is odd around 32, where it is 0. */
const foldedTo = Array.from({ length: 128 }, (_, n) => {
  const place = Math.min(Math.abs(n - 16), 128 - Math.abs(n - 16));
  const sign = Math.sign(32 - place);
  return { place: sign < 0 ? 64 - place : place % 32, sign };
});
const foldedPlaces = Uint8Array.from(foldedTo, ({ place }) => place);
const foldedSigns = Float32Array.from(foldedTo, ({ sign }) => sign);
/** Sine window, scaled so that noise keeps its level; odd bands run downwards in frequency. */
const [evenWindow, oddWindow] = [1, -1].map((odd) =>
  Float32Array.from({ length: 36 }, (_, k) => (Math.sin((Math.PI / 36) * (k + 0.5)) * odd ** k) / 3),
) as [Float32Array, Float32Array];
/** The cosine transform of type IV of 18 values, into which the 36 of a long block fold. */
const lineCosines = Float32Array.from({ length: linesPerBand * linesPerBand }, (_, at) => {
  const line = Math.floor(at / linesPerBand);
  const n = at % linesPerBand;
  return Math.cos((Math.PI / 72) * (2 * n + 1) * (2 * line + 1));
});
/** Butterflies between neighbouring bands (ISO/IEC 11172-3, table B.9). */
export const aliasing = [-0.6, -0.535, -0.33, -0.185, -0.095, -0.041, -0.0142, -0.0037].map((c) => ({
  keep: 1 / Math.sqrt(1 + c * c),
  swap: c / Math.sqrt(1 + c * c),
}));

/** Samples that the granule at one place reaches over. */
export const reachLength = 35 * bands + 512;
/** Coefficients that are counted. */
export const countedLines = (endBand - firstBand) * linesPerBand;

/** Counts near-zero coefficients; made once, used for many places. */
export function createGridProbe(samples: Float32Array, level: number) {
  const steps = 36 + linesPerBand - 1;
  const outputs = new Float32Array(bands * steps);
  const lines = new Float32Array(granuleLength);
  return {
    /** How many coefficients of the granule at `start` are near zero. */
    zerosAt(start: number): number {
      filter(samples, { start, steps: 36 }, outputs);
      transform(outputs, { phase: 0, steps: 36 }, lines);
      return countZeros(lines, level);
    },
    /** Adds to each of `zeros` how many there are at `start` and the 575 places after it, in steps of one sample. */
    addZeros(start: number, zeros: Float64Array): void {
      for (let shift = 0; shift < bands; shift++) {
        filter(samples, { start: start + shift, steps }, outputs);
        for (let phase = 0; phase < linesPerBand; phase++) {
          transform(outputs, { phase, steps }, lines);
          const place = phase * bands + shift;
          zeros[place] = (zeros[place] ?? 0) + countZeros(lines, level);
        }
      }
    },
  };
}

export type GridProbe = ReturnType<typeof createGridProbe>;

const foldedSamples = new Float32Array(foldedLength);

/** The polyphase filters (ISO/IEC 11172-3, C.1.3): the value of each band every 32 samples, band by band. */
function filter(
  samples: Float32Array,
  { start, steps }: { readonly start: number; readonly steps: number },
  outputs: Float32Array,
): void {
  for (let step = 0; step < steps; step++) {
    const last = start + step * bands + 511;
    foldedSamples.fill(0);
    for (let n = 0; n < 128; n++) {
      let sum = 0;
      for (let tap = n; tap < 512; tap += 128) {
        sum += (prototypeWindow[tap] ?? 0) * (samples[last - tap] ?? 0);
      }
      const place = foldedPlaces[n] ?? 0;
      foldedSamples[place] = (foldedSamples[place] ?? 0) + (foldedSigns[n] ?? 0) * sum;
    }
    for (let band = firstBand; band < endBand; band++) {
      let sum = 0;
      for (let n = 0; n < foldedLength; n++)
        sum += (foldedSamples[n] ?? 0) * (bandCosines[band * foldedLength + n] ?? 0);
      outputs[band * steps + step] = sum;
    }
  }
}

const foldedBlock = new Float32Array(linesPerBand);

/** Long blocks: 36 values of a band give 18 frequencies, which are then freed of what neighbouring bands share. */
function transform(
  outputs: Float32Array,
  { phase, steps }: { readonly phase: number; readonly steps: number },
  lines: Float32Array,
): void {
  for (let band = firstBand; band < endBand; band++) {
    foldBlock(outputs, band * steps + phase, band % 2 === 1 ? oddWindow : evenWindow);
    for (let line = 0; line < linesPerBand; line++) {
      let sum = 0;
      for (let n = 0; n < linesPerBand; n++)
        sum += (foldedBlock[n] ?? 0) * (lineCosines[line * linesPerBand + n] ?? 0);
      lines[band * linesPerBand + line] = sum;
    }
  }
  for (let band = firstBand + 1; band < endBand; band++) {
    aliasing.forEach(({ keep, swap }, i) => {
      const low = band * linesPerBand - 1 - i;
      const high = band * linesPerBand + i;
      const x = lines[low] ?? 0;
      const y = lines[high] ?? 0;
      lines[low] = x * keep - y * swap;
      lines[high] = y * keep + x * swap;
    });
  }
}

/** The cosines of a block are even or odd around its quarters (a, b, c, d): it folds into −c reversed − d and a − b reversed. */
function foldBlock(outputs: Float32Array, from: number, window: Float32Array): void {
  const half = linesPerBand / 2;
  const at = (k: number): number => (outputs[from + k] ?? 0) * (window[k] ?? 0);
  for (let n = 0; n < half; n++) {
    foldedBlock[n] = -at(3 * half - 1 - n) - at(3 * half + n);
    foldedBlock[half + n] = at(n) - at(2 * half - 1 - n);
  }
}

function countZeros(lines: Float32Array, level: number): number {
  let count = 0;
  for (let at = firstBand * linesPerBand; at < endBand * linesPerBand; at++)
    if (Math.abs(lines[at] ?? 0) < level) count += 1;
  return count;
}
