import type { AudioValues } from '../audio/audio-values.ts';
import type { AudioMeasure, Measured, MediaDecoder, VideoMeasure } from '../decoder/media-decoder.ts';
import type { JobResult } from '../isolate/job-types.ts';
import type { AudioEnrichment, MeasuredValues, VideoEnrichment } from './enrichment.ts';

/** What two ways of counting the same sound may differ by: coders add up to 0.1 s of silence that decoders may cut off. */
const toleratedSeconds = 0.1;

/** The values that the headers of a file with sound declare. */
export type DeclaredAudio = Pick<AudioValues, 'codec' | 'durationSeconds' | 'sampleRate' | 'channels'>;

/** The values that decoding adds. */
export interface MeasuredAudio extends MeasuredValues {
  readonly durationSeconds?: number;
  readonly loudnessLufs?: number;
}

/** Adds what decoding showed to what the headers declare, or says in plain words why nothing was measured. */
export function completeAudio<Declared extends DeclaredAudio>(
  declared: Declared,
  measured: Measured<AudioMeasure>,
  decoder: string,
): JobResult<Declared & MeasuredAudio> {
  if (!measured.ok && measured.code !== 'unavailable' && measured.code !== 'timeout') return measured;
  if (!measured.ok) return { ok: true, value: { ...declared, notes: [notMeasured(measured.reason)] } };
  const { seconds, loudnessLufs, isWhole } = measured.value;
  const tooLong = 'decoding all of it takes longer than is allowed for a file';
  const value = {
    ...declared,
    ...durations(declared.durationSeconds, seconds),
    ...(loudnessLufs === undefined ? {} : { loudnessLufs }),
    ...(isWhole ? {} : { notes: [`The loudness was not measured: ${tooLong}.`] }),
    decoder,
  };
  return { ok: true, value };
}

/** The same for a video, and says where no picture of it can be made. */
export function completeVideo(
  declared: VideoEnrichment,
  measured: Measured<VideoMeasure>,
  { name, canShowVideo }: Pick<MediaDecoder, 'name' | 'canShowVideo'>,
): JobResult<VideoEnrichment> {
  const value = { ...declared, ...(canShowVideo ? {} : { posterUnavailable: noPoster }) };
  if (!measured.ok && measured.code !== 'unavailable' && measured.code !== 'timeout') return measured;
  if (!measured.ok) {
    return { ok: true, value: { ...value, notes: [`${declaredDuration}: ${measured.reason}.`] } };
  }
  const { seconds, frames } = measured.value;
  const { durationSeconds = seconds } = declared;
  // Time stamps of packets end a few frames early where frames are stored in another order than they are shown.
  const isAsDeclared = Math.abs(durationSeconds - seconds) <= toleratedVideoSeconds;
  const duration = durations(declared.durationSeconds, isAsDeclared ? durationSeconds : seconds);
  return { ok: true, value: { ...value, ...duration, frameCount: frames, decoder: name } };
}

const toleratedVideoSeconds = 0.5;
const noPoster = 'No picture of this video is available, since no decoder of video is installed.';
const declaredDuration = 'The duration is not measured but what the file declares';

/** The measured duration, and the declared one beside it where the two differ. */
export function durations(
  declared: number | undefined,
  measured: number,
): Pick<AudioEnrichment & MeasuredValues, 'durationSeconds' | 'declaredDurationSeconds'> {
  const durationSeconds = Math.round(measured * 1000) / 1000;
  const differ = declared !== undefined && Math.abs(declared - measured) > toleratedSeconds;
  return differ ? { durationSeconds, declaredDurationSeconds: declared } : { durationSeconds };
}

function notMeasured(reason: string): string {
  return `Duration and loudness are not measured, the duration is what the file declares: ${reason}.`;
}
