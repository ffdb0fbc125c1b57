import type { AudioMeasure } from './measure-audio.ts';
import { blocksPerSecond } from './sample-scan.ts';

/** The loudness that recordings get, LUFS (EBU R 128). */
export const targetLufs = -23;
/** dBTP. */
export const maxTruePeak = -1;
/** LU. */
const loudnessTolerance = 0.5;
/** Samples below -60 dBFS are silent. */
const silentLevel = 10 ** (-60 / 20);
/** A recording that begins or ends with more silence is trimmed. */
const maxSilentEdgeSeconds = 0.1;
/** Codecs add up to two of their frames, which not every container hides from players. */
const codingFrames = 2 * 1024;
/** The silence that stays before and after the audio, so that soft onsets are not cut. */
const keptBlocks = 2;
/** Shorter audio has no integrated loudness: the meter needs a block of 0.4 s. */
const minLoudnessSeconds = 0.4;

/** A stretch of a recording in samples of one channel. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The changes that a recording needs. */
export type AudioPlan =
  | { readonly kind: 'silent' }
  | { readonly kind: 'clean' }
  | {
      readonly kind: 'rewrite';
      /** The stretch that stays; undefined if the edges are clean. */
      readonly trim: Stretch | undefined;
      readonly needsLoudness: boolean;
    };

/** Decides by a measure which changes a recording needs. */
export function planAudio(measure: AudioMeasure): AudioPlan {
  const { blockPeaks, integrated, sampleRate, frames } = measure;
  if (!blockPeaks.some((peak) => peak >= silentLevel)) return { kind: 'silent' };
  const canMeasure = integrated !== undefined && frames >= minLoudnessSeconds * sampleRate;
  const needsLoudness = canMeasure && !hasTargetLoudness(measure);
  const gain = needsLoudness ? targetLufs - integrated : 0;
  const trim = findTrim(measure, silentLevel / 10 ** (gain / 20));
  const kept = trim ?? { start: 0, end: frames };
  if (trim === undefined && !needsLoudness) return { kind: 'clean' };
  // The meter has nothing to measure in the part that stays.
  const isTooShort = kept.end - kept.start < minLoudnessSeconds * sampleRate;
  if (!isTooShort || !needsLoudness) return { kind: 'rewrite', trim, needsLoudness };
  const plainTrim = findTrim(measure, silentLevel);
  return plainTrim === undefined
    ? { kind: 'clean' }
    : { kind: 'rewrite', trim: plainTrim, needsLoudness: false };
}

/** Returns true if the loudness is within 0.5 LU of the target and no peak is above -1 dBTP. */
function hasTargetLoudness({ integrated = -Infinity, truePeak }: AudioMeasure): boolean {
  // The meter prints tenths.
  const error = Math.round(Math.abs(integrated - targetLufs) * 10) / 10;
  return error <= loudnessTolerance && truePeak <= maxTruePeak;
}

/**
 * Finds the stretch between silent edges. The level is that of the input which becomes -60 dBFS in the output: otherwise a recording
 * that gets softer would be trimmed again the next time.
 */
function findTrim(
  { blockPeaks, blockFrames, frames, sampleRate }: AudioMeasure,
  level: number,
): Stretch | undefined {
  const first = blockPeaks.findIndex((peak) => peak >= level);
  const last = blockPeaks.findLastIndex((peak) => peak >= level);
  if (first < 0) return undefined;
  const maxBlocks = (maxSilentEdgeSeconds + codingFrames / sampleRate) * blocksPerSecond;
  if (first <= maxBlocks && blockPeaks.length - 1 - last <= maxBlocks) return undefined;
  return {
    start: Math.max(0, first - keptBlocks) * blockFrames,
    end: Math.min(frames, (last + 1 + keptBlocks) * blockFrames),
  };
}
