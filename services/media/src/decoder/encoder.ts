import { textOf } from './probe-media.ts';
import type { TrackFields } from './probe-media.ts';

/** The library that coded a stream, or the program that made the file. */
export function encoderOf(general: TrackFields, stream: TrackFields | undefined): string | undefined {
  const encoder =
    textOf(stream, 'Encoded_Library') ??
    textOf(general, 'Encoded_Application') ??
    textOf(general, 'Encoded_Library') ??
    textOf(stream, 'Encoded_Application');
  // LAME fills the rest of a frame with these letters, and MediaInfo reads on.
  return encoder?.startsWith('LAME') === true ? encoder.split('UU', 1)[0] : encoder;
}
