import { createSpectrograph } from '../../fourier/spectrograph.ts';
import type { DecimatedSound } from './decimate.ts';

const frameLength = 1024;
/** Samples from one print to the next, of the decimated sound. */
export const hop = 64;
const bands = 33;
const lowestHertz = 300;
const highestHertz = 3_000;
/** Prints compare the spectrum with that of half a frame before. */
const lookBack = frameLength / (2 * hop);
/** Power in a band below which a frame is silence and has no print: some -80 dB of full scale. */
const leastPower = 1e-6 * frameLength;

/** 32 bits for each hop; 0 for frames of silence. */
export type Fingerprints = Uint32Array;

/**
 * Prints of sound that survive coding with loss: each bit says whether the difference between two neighbouring bands rose
 * or fell (Haitsma and Kalker, A Highly Robust Audio Fingerprinting System, ISMIR 2002).
 */
export function takeFingerprints({ samples, sampleRate }: DecimatedSound): Fingerprints {
  const count = Math.max(0, Math.floor((samples.length - frameLength) / hop) + 1);
  const prints = new Uint32Array(count);
  const edges = bandEdges(sampleRate);
  const spectrograph = createSpectrograph(frameLength);
  const power = new Float32Array(frameLength / 2);
  const kept = Array.from({ length: lookBack }, () => new Float32Array(bands));
  for (let frame = 0; frame < count; frame++) {
    spectrograph.measure(samples, frame * hop, power);
    const now = new Float32Array(bands);
    let total = 0;
    for (let band = 0; band < bands; band++) {
      let sum = 0;
      for (let bin = edges[band] ?? 0; bin < (edges[band + 1] ?? 0); bin++) sum += power[bin] ?? 0;
      now[band] = sum;
      total += sum;
    }
    const before = kept[frame % lookBack] ?? now;
    if (total > leastPower) prints[frame] = printOf(now, before);
    kept[frame % lookBack] = now;
  }
  return prints;
}

function printOf(now: Float32Array, before: Float32Array): number {
  let print = 0;
  for (let band = 0; band < bands - 1; band++) {
    const rise = (now[band] ?? 0) - (now[band + 1] ?? 0) - (before[band] ?? 0) + (before[band + 1] ?? 0);
    print = (print << 1) | (rise > 0 ? 1 : 0);
  }
  return print >>> 0;
}

/** The first bin of each band, evenly spaced in octaves, and the end of the last. */
function bandEdges(sampleRate: number): Uint16Array {
  const highest = Math.min(highestHertz, 0.45 * sampleRate);
  const ratio = (highest / lowestHertz) ** (1 / bands);
  return Uint16Array.from({ length: bands + 1 }, (_, band) =>
    Math.round((lowestHertz * ratio ** band * frameLength) / sampleRate),
  );
}
