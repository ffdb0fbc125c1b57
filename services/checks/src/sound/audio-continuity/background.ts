import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';

/** Seconds of sound that each value tells of. */
export const blockSeconds = 1;
const framesPerBlock = 20;
/** Of the frames of a block, by loudness: what is left when nobody speaks. */
const quietShare = 0.1;
const leastEnergy = 1e-14;

/** The background of each second: its level in decibels of full scale, and its constant offset. */
export interface Background {
  readonly levels: readonly number[];
  readonly offsets: readonly number[];
}

export function measureBackground({ samples, sampleRate }: MonoSound): Background {
  const block = Math.round(blockSeconds * sampleRate);
  const starts = Array.from({ length: Math.floor(samples.length / block) }, (_, index) => index * block);
  return {
    levels: starts.map((start) => quietLevel(samples.subarray(start, start + block))),
    offsets: starts.map((start) => samples.subarray(start, start + block).reduce((a, b) => a + b, 0) / block),
  };
}

/** The level of the differences between samples, which rumble hardly moves, in the quiet frames of a block. */
function quietLevel(block: Float32Array): number {
  const length = Math.floor(block.length / framesPerBlock);
  const energies = Array.from({ length: framesPerBlock }, (_, frame) => {
    let energy = 0;
    for (let i = frame * length + 1; i < (frame + 1) * length; i++)
      energy += ((block[i] ?? 0) - (block[i - 1] ?? 0)) ** 2;
    return energy / length;
  }).sort((one, other) => one - other);
  return 10 * Math.log10(Math.max(leastEnergy, energies[Math.floor(quietShare * framesPerBlock)] ?? 0));
}
