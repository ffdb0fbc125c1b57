/** The values of an audio file or a video that duplicates and outliers are found by. */
export type RecordingFeatures = AudioFeatures | VideoFeatures;

export interface AudioFeatures {
  readonly kind: 'audio';
  /** The hash of all decoded samples, whatever container, tags and padding the file has. */
  readonly decodedSha256: string;
  readonly durationSeconds: number;
  /**
   * For outliers; numbers of a similar scale: logarithm of the duration, loudness and true peak (tens of dB), share of silence,
   * spectral centroid (octaves above 125 Hz), spectral flatness (bels), loudness range (tens of LU).
   */
  readonly vector: readonly number[];
}

export interface VideoFeatures {
  readonly kind: 'video';
  /**
   * Perceptual hashes of at most {@link maxKeyFrames} frames at the middles of equal stretches, 16 hexadecimal digits each; null for a
   * flat frame, whose hash would be noise. Their places depend on the duration alone: the frames that a codec codes independently are
   * at other places in a copy.
   */
  readonly frameHashes: readonly (string | null)[];
  /** The mean change of grey value from each of these frames to the next, 0 to 255: takes of one scene move differently. */
  readonly changes: readonly number[];
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
  /**
   * For outliers; numbers of a similar scale: logarithms of duration, pixels, frame rate and bit rate, mean grey value, contrast and
   * change between frames.
   */
  readonly vector: readonly number[];
}

export const maxKeyFrames = 64;
