/**
 * The values of an audio file or a video that duplicates and outliers are found by. Plain values only, at most 1 kB in BSON; they describe
 * the file after its treatment.
 */
export type RecordingFeatures = AudioFeatures | VideoFeatures;

export interface AudioFeatures {
  readonly kind: 'audio';
  /** SHA-256 of all decoded samples: the same for each container, for all tags, and for lossless codecs. */
  readonly decodedSha256: string;
  readonly durationSeconds: number;
  /** Values of a similar scale, in the order of {@link audioVectorNames}. */
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
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
  /** Values of a similar scale, in the order of {@link videoVectorNames}. */
  readonly vector: readonly number[];
}

export const maxKeyFrames = 32;

/** Duration: decimal logarithm. Loudness and peak: tens of dB. Centroid: octaves above 125 Hz. Flatness: bels. Range: tens of LU. */
export const audioVectorNames = [
  ...['logDuration', 'loudness', 'truePeak', 'silenceShare', 'spectralCentroid', 'spectralFlatness'],
  'loudnessRange',
] as const;

/** Logarithms of duration, pixels, frame rate and bit rate; grey values divided by 64, 32 and 8. */
export const videoVectorNames = [
  ...['logDuration', 'logPixels', 'logFrameRate', 'logBitRate', 'brightness', 'contrast', 'change'],
] as const;
