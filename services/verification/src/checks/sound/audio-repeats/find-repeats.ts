import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import { findCandidates } from './candidates.ts';
import { decimate } from './decimate.ts';
import { hop, takeFingerprints } from './fingerprints.ts';
import { verifyRepeat } from './verify-repeat.ts';
import type { Repeat } from './verify-repeat.ts';

/** Shorter pieces are met again in stutters of lost packets and in drums. */
export const leastPieceSeconds = 0.5;
/** What repeats sooner is a stutter, an echo or a rhythm. */
export const leastLagSeconds = 1;
/** Where so many pieces are met again, more of them tell nothing new. */
const maxPieces = 12;

/** Every piece of sound that is met again, in the order of time. */
export function findRepeats(sound: MonoSound, signal: AbortSignal): Repeat[] {
  const coarse = decimate(sound.samples, sound.sampleRate);
  signal.throwIfAborted();
  const prints = takeFingerprints(coarse);
  signal.throwIfAborted();
  const leastLag = Math.ceil((leastLagSeconds * coarse.sampleRate) / hop);
  const found: Repeat[] = [];
  for (const candidate of findCandidates(prints, leastLag)) {
    signal.throwIfAborted();
    if (found.length >= maxPieces) break;
    const at = candidate.first * hop * coarse.factor;
    const lag = candidate.lag * hop * coarse.factor;
    const tolerance = 2 * hop * coarse.factor;
    if (found.some((repeat) => covers(repeat, { at, lag, tolerance }))) continue;
    const repeat = verifyRepeat(sound, coarse, candidate);
    if (repeat !== null && isPiece(repeat, sound.sampleRate)) found.push(repeat);
  }
  return distinct(found).sort((one, other) => one.start - other.start || one.lag - other.lag);
}

function isPiece({ length, lag, isSteady }: Repeat, sampleRate: number): boolean {
  return length >= leastPieceSeconds * sampleRate && lag >= leastLagSeconds * sampleRate && !isSteady;
}

function covers(
  { start, length, lag }: Repeat,
  at: { readonly at: number; readonly lag: number; readonly tolerance: number },
): boolean {
  const isInside = at.at >= start - at.tolerance && at.at <= start + length + at.tolerance;
  return isInside && Math.abs(lag - at.lag) <= at.tolerance;
}

/** The longest of those that tell of the same piece and the same distance. */
function distinct(repeats: readonly Repeat[]): Repeat[] {
  const kept: Repeat[] = [];
  for (const repeat of repeats.toSorted((one, other) => other.length - one.length)) {
    const { start, lag } = repeat;
    if (!kept.some((longer) => covers(longer, { at: start, lag, tolerance: longer.length / 4 })))
      kept.push(repeat);
  }
  return kept;
}
