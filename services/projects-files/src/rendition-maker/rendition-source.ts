/** A local copy of a file. It stays in place until the rendition is made. */
export interface RenditionSource {
  readonly path: string;
  /** Where the rendition is written. */
  readonly outputPath: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
}
