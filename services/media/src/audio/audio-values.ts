import { codecName } from '../decoder/codec-name.ts';
import { encoderOf } from '../decoder/encoder.ts';
import { known, numberOf } from '../decoder/probe-media.ts';
import type { ProbedMedia } from '../decoder/probe-media.ts';
import type { MediaTags } from './read-tags.ts';

/** What the headers of a recording declare; absent keys are not known. */
export interface AudioValues {
  readonly durationSeconds?: number;
  /** As FFmpeg names it, such as `mp3`, `aac` or `pcm_s16le`. */
  readonly codec?: string;
  /** Hertz. */
  readonly sampleRate?: number;
  readonly channels?: number;
  /** Bits per second, of the sound alone where it is known. */
  readonly bitRate?: number;
  readonly encoder?: string;
  readonly tags?: MediaTags;
}

export function audioValues({ general, audio: [stream] }: ProbedMedia, tags: MediaTags): AudioValues {
  const bitRate =
    numberOf(stream, 'BitRate') ?? numberOf(stream, 'BitRate_Nominal') ?? numberOf(general, 'OverallBitRate');
  return known({
    durationSeconds: numberOf(stream, 'Duration') ?? numberOf(general, 'Duration'),
    codec: stream === undefined ? undefined : codecName(stream),
    sampleRate: numberOf(stream, 'SamplingRate'),
    channels: numberOf(stream, 'Channels'),
    bitRate: bitRate === undefined ? undefined : Math.round(bitRate),
    encoder: encoderOf(general, stream) ?? tags['encodedBy'] ?? tags['encoderSettings'],
    tags: Object.keys(tags).length === 0 ? undefined : tags,
  });
}
