import type { Box } from '../marks/geometry.ts';

/** Words as a page holds them together. */
export interface TextPiece {
  readonly text: string;
  /** As displayed, in points from the upper left corner. */
  readonly box: Box;
}

/** A comment, a filled field, a link: what lies on a page and is no part of it. Signatures are left out. */
export interface PageNote extends TextPiece {
  /** Its object, which stays the same while it is changed. */
  readonly id: string;
  /** Such as `Text`, `Widget`, `FreeText`. */
  readonly subtype: string;
}

/** What can be read on a page. */
export interface PageText {
  readonly pieces: readonly TextPiece[];
  readonly notes: readonly PageNote[];
  /** Where signatures are shown. */
  readonly signatures: readonly Box[];
}
