import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import type { Candidate } from './candidates.ts';
import type { DecimatedSound } from './decimate.ts';
import { hop } from './fingerprints.ts';
import { correlation } from './correlation.ts';

/** A piece of sound that is met a second time `lag` samples later. */
export interface Repeat {
  readonly start: number;
  readonly length: number;
  readonly lag: number;
  /** Correlation of the two pieces without their ends, 0 to 1. */
  readonly similarity: number;
  /** Correlation of what surrounds them: a copy ends at once, what was played twice ends slowly. */
  readonly surroundings: number;
  /** Whether no sample of the one differs from the other. */
  readonly isExact: boolean;
  /** Whether every part of the piece resembles what follows it, as steady tones do. */
  readonly isSteady: boolean;
}

const windowSeconds = 0.25;
const surroundingSeconds = 0.1;
const blockSeconds = 0.02;
const leastSimilarity = 0.9;
/** At the reduced rate two places may lie half a sample apart, which costs noise most of its agreement. */
const leastCoarseSimilarity = 0.35;
/** Of a block of the piece: coding with loss spoils single ones. */
const leastBlockSimilarity = 0.8;
/** Steady tones agree with themselves within these seconds; voices change faster. */
const periods = { from: 0.06, to: 0.25 } as const;
/** A part that agrees with itself more than this a moment later is a tone. */
export const mostPeriodicity = 0.7;
const partSeconds = 0.1;
const maxParts = 8;
/** Differences of 16-bit samples that rounding leaves. */
const rounding = 1.5 / 32_768;

/** Registers the two places sample by sample, and follows them as long as they agree; null where they do not. */
export function verifyRepeat(
  { samples, sampleRate }: MonoSound,
  coarse: DecimatedSound,
  candidate: Candidate,
): Repeat | null {
  const near = bestLag(coarse.samples, {
    start: candidate.first * hop,
    length: Math.round(windowSeconds * coarse.sampleRate),
    lag: candidate.lag * hop,
    reach: 2 * hop,
  });
  if (near === null || near.similarity < leastCoarseSimilarity) return null;
  const start = candidate.first * hop * coarse.factor;
  const length = Math.round(windowSeconds * sampleRate);
  const fine = bestLag(samples, { start, length, lag: near.lag * coarse.factor, reach: coarse.factor });
  if (fine === null || fine.similarity < leastSimilarity) return null;
  return measure(samples, sampleRate, extent(samples, { start, length, lag: fine.lag, sampleRate }));
}

interface Registration {
  readonly start: number;
  readonly length: number;
  readonly lag: number;
  readonly reach: number;
}

function bestLag(
  samples: Float32Array,
  { start, length, lag, reach }: Registration,
): { lag: number; similarity: number } | null {
  let best: { lag: number; similarity: number } | null = null;
  for (let shifted = lag - reach; shifted <= lag + reach; shifted++) {
    if (start + shifted + length > samples.length) break;
    const similarity = correlation(samples, start, start + shifted, { length });
    if (best === null || similarity > best.similarity) best = { lag: shifted, similarity };
  }
  return best;
}

type Piece = Pick<Repeat, 'start' | 'length' | 'lag'>;

/** Grows the window block by block in both directions; two blocks that differ end it. */
function extent(samples: Float32Array, { sampleRate, ...from }: Piece & { sampleRate: number }): Piece {
  const block = Math.round(blockSeconds * sampleRate);
  const { lag } = from;
  const agrees = (at: number): boolean =>
    at >= 0 &&
    at + lag + block <= samples.length &&
    correlation(samples, at, at + lag, { length: block }) >= leastBlockSimilarity;
  let end = from.start + from.length;
  while (end < from.start + lag && (agrees(end) || agrees(end + block))) end += block;
  let { start } = from;
  while (end - start < lag && (agrees(start - block) || agrees(start - 2 * block))) start -= block;
  return { start: Math.max(0, start), length: Math.min(end, samples.length - lag) - Math.max(0, start), lag };
}

function measure(samples: Float32Array, sampleRate: number, piece: Piece): Repeat {
  const { start, length, lag } = piece;
  let largest = 0;
  // The first and last block may reach over the edge of the copy.
  const margin = Math.min(Math.round(3 * blockSeconds * sampleRate), Math.floor(length / 4));
  for (let i = start + margin; i < start + length - margin; i++)
    largest = Math.max(largest, Math.abs((samples[i] ?? 0) - (samples[i + lag] ?? 0)));
  return {
    ...piece,
    similarity: correlation(samples, start + margin, start + margin + lag, { length: length - 2 * margin }),
    surroundings: outside(samples, sampleRate, piece),
    isExact: largest < rounding,
    isSteady: isSteady(samples, sampleRate, piece),
  };
}

/** The larger correlation of the two surroundings, some way off the ends, whose place is known to a block or two. */
function outside(samples: Float32Array, sampleRate: number, { start, length, lag }: Piece): number {
  const gap = Math.round(2 * blockSeconds * sampleRate);
  const size = Math.round(surroundingSeconds * sampleRate);
  const places = [start - gap - size, start + length + gap].filter(
    (at) => at >= 0 && at + lag + size <= samples.length,
  );
  return Math.max(0, ...places.map((at) => correlation(samples, at, at + lag, { length: size })));
}

function isSteady(samples: Float32Array, sampleRate: number, { start, length }: Piece): boolean {
  const size = Math.round(partSeconds * sampleRate);
  const parts = Math.max(1, Math.min(maxParts, Math.floor(length / size)));
  const step = Math.max(1, Math.round(sampleRate / 8_000));
  return Array.from(
    { length: parts },
    (_, part) => start + Math.floor((part * (length - size)) / parts),
  ).every((at) => {
    const to = Math.min(periods.to * sampleRate, samples.length - at - size);
    for (let lag = Math.round(periods.from * sampleRate); lag < to; lag += step)
      if (correlation(samples, at, at + lag, { length: size, step }) > mostPeriodicity) return true;
    return false;
  });
}
