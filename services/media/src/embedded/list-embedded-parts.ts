import type { EmbeddedPart } from './embedded-part.ts';
import { readHeifParts } from './heif-parts.ts';
import { readJpegParts } from './jpeg-parts.ts';

/** Lists the parts of an image file: videos, gain maps, depth maps and previews. Never throws; a file that cannot be followed has none. */
export function listEmbeddedParts(bytes: Uint8Array, mimeType: string): readonly EmbeddedPart[] {
  switch (mimeType) {
    case 'image/jpeg':
      return readJpegParts(bytes).parts;
    case 'image/heic':
    case 'image/avif':
      return readHeifParts(bytes);
    default:
      return [];
  }
}
