import type { JsonObject } from '../check/check.ts';

/** What a check that judges an image by one number measured of it. */
export interface ScoredFile {
  /** Larger is more suspicious. */
  readonly score: number;
  /** The area that the check would point at: row-major, 1 where; any size that covers the image. Null where it names no place. */
  readonly place: { readonly width: number; readonly height: number; readonly data: Uint8Array } | null;
  /** Anything worth keeping with the measured file. */
  readonly facts?: JsonObject;
}
