import { seededRandom } from '../../pixels/copy-move/matching/seeded-random.ts';
import { aliasing, bands, granuleLength, linesPerBand } from './hybrid-filterbank.ts';
import { prototypeWindow } from './prototype-window.ts';

const usedBands = 20;

/** cos((2i + 1)(n − 16)π/64), row by row of i, with n from 0 to 127, after which it repeats itself. */
const bandCosines = Float32Array.from({ length: bands * 128 }, (_, at) =>
  Math.cos(((2 * Math.floor(at / 128) + 1) * ((at % 128) - 16) * Math.PI) / 64),
);
/** Sine window times the transform of 18 into 36 values, scaled so that noise keeps its level. */
const lineCosines = Float32Array.from({ length: linesPerBand * 36 }, (_, at) => {
  const line = Math.floor(at / 36);
  const k = at % 36;
  const angle = (Math.PI / 72) * (2 * k + 1 + linesPerBand) * (2 * line + 1);
  return (Math.sin((Math.PI / 36) * (k + 0.5)) * Math.cos(angle)) / 3;
});

/** Sound as an MP3 decoder puts it out: granules of coefficients of which two in three are zero, synthesized and rounded to 16 bits. */
export function codedSound(granules: number, seed = 1): Float32Array {
  const random = seededRandom(seed);
  const bandSamples = new Float32Array(bands * linesPerBand * (granules + 1));
  const length = linesPerBand * (granules + 1);
  const lines = new Float32Array(granuleLength);
  for (let granule = 0; granule < granules; granule++) {
    for (let line = 0; line < usedBands * linesPerBand; line++) {
      const step = 0.02 / (1 + line / 40);
      lines[line] = random() < 0.67 ? 0 : step * Math.round(4 * random() - 2);
    }
    share(lines);
    for (let band = 0; band < usedBands; band++)
      overlap(lines, band, bandSamples.subarray(band * length + granule * linesPerBand));
  }
  return synthesize(bandSamples, length).map((value) => Math.round(value * 32_767) / 32_767);
}

/** Adds the 36 values that the 18 coefficients of a band give. */
function overlap(lines: Float32Array, band: number, bandSamples: Float32Array): void {
  for (let k = 0; k < 36; k++) {
    let value = 0;
    for (let line = 0; line < linesPerBand; line++)
      value += (lines[band * linesPerBand + line] ?? 0) * (lineCosines[line * 36 + k] ?? 0);
    bandSamples[k] = (bandSamples[k] ?? 0) + (band % 2 === 1 && k % 2 === 1 ? -value : value);
  }
}

/** What neighbouring bands share is put back into both. */
function share(lines: Float32Array): void {
  for (let band = 1; band < usedBands; band++) {
    aliasing.forEach(({ keep, swap }, i) => {
      const low = band * linesPerBand - 1 - i;
      const high = band * linesPerBand + i;
      const x = lines[low] ?? 0;
      const y = lines[high] ?? 0;
      lines[low] = x * keep + y * swap;
      lines[high] = y * keep - x * swap;
    });
  }
}

function synthesize(bandSamples: Float32Array, length: number): Float32Array {
  const samples = new Float32Array(length * bands + 512);
  for (let step = 0; step < length; step++) {
    for (let n = 0; n < 128; n++) {
      let sum = 0;
      for (let band = 0; band < usedBands; band++)
        sum += (bandSamples[band * length + step] ?? 0) * (bandCosines[band * 128 + n] ?? 0);
      for (let tap = n; tap < 512; tap += 128) {
        const at = step * bands + 511 - tap;
        samples[at] = (samples[at] ?? 0) + (prototypeWindow[tap] ?? 0) * sum;
      }
    }
  }
  return samples;
}
