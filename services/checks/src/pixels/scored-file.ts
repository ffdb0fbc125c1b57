import type { JsonObject } from '../check/check.ts';

/** The measurement of an image by a check that judges it by one number. */
export interface ScoredFile {
  /** Larger is more suspicious. */
  readonly score: number;
  /** The area that the check would point at: row-major, 1 where; any size that covers the image. Null where it names no place. */
  readonly place: { readonly width: number; readonly height: number; readonly data: Uint8Array } | null;
  /** Anything worth keeping with the measured file. */
  readonly facts?: JsonObject;
}
