/** What the file's own structure says of how often and by what it was compressed. Guesses are never anomalies. */
export interface CompressionHistory {
  readonly format: string;
  readonly megapixels: number | null;
  /** IJG quality 1..100 of the last JPEG save; null when not JPEG or when the tables are no IJG tables. */
  readonly lastQuality: number | null;
  readonly qualityIsExact: boolean;
  /** Encoder family of the last save: `libjpeg`, `photoshop`, `camera`, `unknown`, or null when not JPEG. */
  readonly lastEncoder: 'libjpeg' | 'photoshop' | 'camera' | 'unknown' | null;
  /** The last save was probably not made by the camera named in the metadata. */
  readonly resaved: boolean;
  /** No capture metadata is left. */
  readonly stripped: boolean;
  /** Size, quality and stripping look like one hop through a messenger or social network. */
  readonly messengerLike: boolean;
}
