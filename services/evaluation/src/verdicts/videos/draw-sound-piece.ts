import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import type { SoundPiece } from './changed-videos.ts';

/** Shorter sound has no room for a change. */
const leastSeconds = 5;
/** Root mean square below which a piece is as good as silent, and its change is none. */
const leastLevel = 0.001;
const attempts = 20;

/** A piece of 1 to 1.5 s in one half of the sound, and another as long in the other; undefined where nothing is heard in two such places. */
export function drawSoundPiece(sound: MonoSound, random: () => number): SoundPiece | undefined {
  const seconds = sound.samples.length / sound.sampleRate;
  if (seconds < leastSeconds) return undefined;
  const length = 1 + 0.5 * random();
  const within = (): number => 0.5 + random() * (seconds / 2 - length - 1);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const first = within();
    const second = seconds / 2 + within();
    if (levelOf(sound, first, length) < leastLevel || levelOf(sound, second, length) < leastLevel) continue;
    return random() < 0.5 ? { from: first, other: second, length } : { from: second, other: first, length };
  }
  return undefined;
}

function levelOf({ samples, sampleRate }: MonoSound, from: number, length: number): number {
  const piece = samples.subarray(Math.round(from * sampleRate), Math.round((from + length) * sampleRate));
  return Math.sqrt(piece.reduce((sum, value) => sum + value * value, 0) / Math.max(1, piece.length));
}
