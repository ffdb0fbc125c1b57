/** A file of a project as a run needs it. */
export interface ProjectFile {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly storageKey: string;
  readonly measures: FileMeasures;
}

/** Facts of the enrichment by which near-duplicates are looked for. Undefined if the file was not enriched or lacks them. */
export interface FileMeasures {
  /** The hash of an image or a video, 16 hexadecimal digits. */
  readonly perceptualHash: string | undefined;
  /** The duration of an audio file or a video. */
  readonly durationSeconds: number | undefined;
  /** The number of words of a text. */
  readonly wordCount: number | undefined;
}
