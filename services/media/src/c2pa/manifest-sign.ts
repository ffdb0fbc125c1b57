import type { PdfFile } from '../pdf/pdf-file.ts';
import type { ReadAt } from './id3-tag.ts';

/**
 * What a look at a file says of a manifest: `absent` is certain. `present` is a trace, whose worth the validator judges.
 * `unsure`: the container could not be gone through, so that only the validator can tell.
 */
export type ManifestSign = 'absent' | 'present' | 'unsure';

/** A file to look at. */
export interface LookedAt {
  readonly readAt: ReadAt;
  readonly sizeBytes: number;
  /** The same content, where it has been opened as a PDF. */
  readonly pdf?: PdfFile | undefined;
}
