/** The values of an audio file or a video that duplicates and outliers are found by. */
export interface RecordingFeatures {
  readonly kind: 'audio' | 'video';
}
