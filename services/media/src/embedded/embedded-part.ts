import type { ByteRange } from '../jpeg/jpeg-structure.ts';

/** The kind of a part that a phone stores in an image file beside the image. */
export type EmbeddedKind = 'motion_video' | 'gain_map' | 'depth_map' | 'preview';

/** A part of an image file. */
export interface EmbeddedPart extends ByteRange {
  readonly kind: EmbeddedKind;
  readonly mimeType: string;
}
