import type { MediaCategory } from './accepted-types.ts';

/** A type that is proved by bytes that occur anywhere in a file. */
export interface LateProof {
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

/** The type that the first bytes of a file show. */
export interface DetectedType {
  /** Canonical MIME type, which need not be an accepted one. */
  readonly mimeType: string;
  /** Undefined when the type is not accepted. */
  readonly category: MediaCategory | undefined;
  /**
   * Other accepted types the same bytes are lawful for: an MP4 whose tracks lie beyond the head may be audio only, an encrypted
   * Office document a DOCX, printable bytes that look like another format a text.
   */
  readonly alsoFits: readonly string[];
  /** Declared types of another category that are accepted, and corrected to `mimeType`. */
  readonly alsoDeclared?: readonly string[];
  /** The types that the file has if its rest proves it. */
  readonly lateProofs?: readonly LateProof[];
}
