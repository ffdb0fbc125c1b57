import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import { findCandidates } from './candidates.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
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
const maxCandidates = 300;

export interface RepeatSearch {
  /** Every piece of audio that is met again, in the order of time. */
  readonly repeats: Repeat[];
  /** The pairs of places with common prints, and those of them that were compared. */
  readonly searched: SearchedPart;
}

export function findRepeats(sound: MonoSound, signal: AbortSignal): RepeatSearch {
  const coarse = decimate(sound.samples, sound.sampleRate);
  signal.throwIfAborted();
  const prints = takeFingerprints(coarse);
  signal.throwIfAborted();
  const leastLag = Math.ceil((leastLagSeconds * coarse.sampleRate) / hop);
  const found: Repeat[] = [];
  const candidates = findCandidates(prints, leastLag);
  let compared = 0;
  for (const candidate of candidates.slice(0, maxCandidates)) {
    signal.throwIfAborted();
    if (found.length >= maxPieces) break;
    compared += 1;
    const at = candidate.first * hop * coarse.factor;
    const lag = candidate.lag * hop * coarse.factor;
    const tolerance = 2 * hop * coarse.factor;
    if (found.some((repeat) => covers(repeat, { at, lag, tolerance }))) continue;
    const repeat = verifyRepeat(sound, coarse, candidate);
    if (repeat !== null && isPiece(repeat, sound.sampleRate)) found.push(repeat);
  }
  const repeats = distinct(found).sort((one, other) => one.start - other.start || one.lag - other.lag);
  return { repeats, searched: { unit: 'pair', total: candidates.length, searched: compared, why: 'limit' } };
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
