import { prototypeWindow } from './prototype-window.ts';

/** Frequencies of a granule: 32 bands of 18 each. */
export const granuleLength = 576;
export const [bands, linesPerBand] = [32, 18];
/** The lowest bands hold too much energy to be zero, and the highest nothing in any case. */
const [firstBand, endBand] = [2, 22];

/** cos((2i + 1)(n − 16)π/64), row by row of i, with n from 0 to 127, after which it repeats itself. */
export const bandCosines = Float32Array.from({ length: bands * 128 }, (_, at) =>
  Math.cos(((2 * Math.floor(at / 128) + 1) * ((at % 128) - 16) * Math.PI) / 64),
);
/** Sine window times the transform of 36 into 18 values, scaled so that noise keeps its level. */
export const lineCosines = Float32Array.from({ length: linesPerBand * 36 }, (_, at) => {
  const [line, k] = [Math.floor(at / 36), at % 36];
  const angle = (Math.PI / 72) * (2 * k + 1 + linesPerBand) * (2 * line + 1);
  return (Math.sin((Math.PI / 36) * (k + 0.5)) * Math.cos(angle)) / 3;
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

const folded = new Float32Array(128);

/** The polyphase filters (ISO/IEC 11172-3, C.1.3): the value of each band every 32 samples, band by band. */
function filter(
  samples: Float32Array,
  { start, steps }: { readonly start: number; readonly steps: number },
  outputs: Float32Array,
): void {
  for (let step = 0; step < steps; step++) {
    const last = start + step * bands + 511;
    for (let n = 0; n < 128; n++) {
      let sum = 0;
      for (let tap = n; tap < 512; tap += 128) {
        sum += (prototypeWindow[tap] ?? 0) * (samples[last - tap] ?? 0);
      }
      folded[n] = sum;
    }
    for (let band = firstBand; band < endBand; band++) {
      let sum = 0;
      for (let n = 0; n < 128; n++) sum += (folded[n] ?? 0) * (bandCosines[band * 128 + n] ?? 0);
      outputs[band * steps + step] = sum;
    }
  }
}

/** Long blocks: 36 values of a band give 18 frequencies, which are then freed of what neighbouring bands share. */
function transform(
  outputs: Float32Array,
  { phase, steps }: { readonly phase: number; readonly steps: number },
  lines: Float32Array,
): void {
  for (let band = firstBand; band < endBand; band++) {
    const from = band * steps + phase;
    for (let line = 0; line < linesPerBand; line++) {
      let sum = 0;
      for (let k = 0; k < 36; k++) {
        const value = (outputs[from + k] ?? 0) * (lineCosines[line * 36 + k] ?? 0);
        // Odd bands run downwards in frequency.
        sum += band % 2 === 1 && k % 2 === 1 ? -value : value;
      }
      lines[band * linesPerBand + line] = sum;
    }
  }
  for (let band = firstBand + 1; band < endBand; band++) {
    aliasing.forEach(({ keep, swap }, i) => {
      const [low, high] = [band * linesPerBand - 1 - i, band * linesPerBand + i];
      const [x, y] = [lines[low] ?? 0, lines[high] ?? 0];
      lines[low] = x * keep - y * swap;
      lines[high] = y * keep + x * swap;
    });
  }
}

function countZeros(lines: Float32Array, level: number): number {
  let count = 0;
  for (let at = firstBand * linesPerBand; at < endBand * linesPerBand; at++)
    if (Math.abs(lines[at] ?? 0) < level) count += 1;
  return count;
}
