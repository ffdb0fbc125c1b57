import type { AudioMeasure, Measured } from '../decoder/media-decoder.ts';
import type { JobResult } from '../isolate/job-types.ts';
import type { AudioEnrichment } from './enrichment.ts';

/** What two ways of counting the same sound may differ by: coders add up to 0.1 s of silence that decoders may cut off. */
const toleratedSeconds = 0.1;

/** Adds what decoding showed to what the headers declare, or says in plain words why nothing was measured. */
export function completeAudio(
  declared: AudioEnrichment,
  measured: Measured<AudioMeasure>,
  decoder: string,
): JobResult<AudioEnrichment> {
  if (!measured.ok && measured.code !== 'unavailable' && measured.code !== 'timeout') return measured;
  if (!measured.ok) return { ok: true, value: { ...declared, notes: [notMeasured(measured.reason)] } };
  const { seconds, loudnessLufs, isWhole } = measured.value;
  const tooLong = 'decoding all of it takes longer than is allowed for a file';
  const value: AudioEnrichment = {
    ...declared,
    ...durations(declared.durationSeconds, seconds),
    ...(loudnessLufs === undefined ? {} : { loudnessLufs }),
    ...(isWhole ? {} : { notes: [`The loudness was not measured: ${tooLong}.`] }),
    decoder,
  };
  return { ok: true, value };
}

/** The measured duration, and the declared one beside it where the two differ. */
export function durations(
  declared: number | undefined,
  measured: number,
): Pick<AudioEnrichment, 'durationSeconds' | 'declaredDurationSeconds'> {
  const durationSeconds = Math.round(measured * 1000) / 1000;
  const differ = declared !== undefined && Math.abs(declared - measured) > toleratedSeconds;
  return differ ? { durationSeconds, declaredDurationSeconds: declared } : { durationSeconds };
}

function notMeasured(reason: string): string {
  return `Duration and loudness are not measured, the duration is what the file declares: ${reason}.`;
}
