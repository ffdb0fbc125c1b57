/** The container of a video and the parts of it that can name people, places, times, devices and software. */
export interface ContainerParts {
  /** The muxer of FFmpeg that writes the same container. */
  readonly muxer: string;
  /** True if the index comes before the data, so that players can begin before they have the whole file. */
  readonly hasLeadingIndex: boolean;
  /** Names of the private parts, such as `moov/udta`; empty for a clean file. */
  readonly privateParts: readonly string[];
  /** The share of the audio and video data that the container declares and the file does not have. */
  readonly missingShare: number;
}
