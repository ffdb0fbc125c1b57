import { UndecodableError } from '../limits/undecodable-error.ts';
import { measureParts } from './file-part.ts';
import type { FilePart } from './file-part.ts';
import { stripGif } from './strip-gif.ts';
import { stripHeif } from './strip-heif.ts';
import { stripJpeg } from './strip-jpeg.ts';
import { stripPng } from './strip-png.ts';
import { stripWebp } from './strip-webp.ts';

const strippers: Readonly<Record<string, (bytes: Uint8Array) => readonly FilePart[]>> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
  'image/gif': stripGif,
  'image/heic': stripHeif,
  'image/avif': stripHeif,
};

/** The types whose metadata {@link stripMetadata} removes. */
export const strippableTypes: readonly string[] = Object.keys(strippers);

/**
 * Plans a copy of an image file without EXIF, XMP, IPTC, C2PA, comments, embedded previews, unknown blocks and data after the end of
 * the image. Coded pixels, colour profile, resolution and the loop of an animation stay; an orientation other than upright stays as
 * an EXIF block of 26 bytes with that tag alone, but for HEIC and AVIF, which turn images by a property. Gain maps and depth maps of those two stay. Stripping the copy again changes nothing.
 * @returns the parts of the copy in their order, or undefined when the file has nothing to remove
 * @throws UndecodableError when the structure of the file cannot be followed to its end
 */
export function stripMetadata(bytes: Uint8Array, mimeType: string): readonly FilePart[] | undefined {
  const strip = strippers[mimeType];
  if (strip === undefined) throw new UndecodableError(`metadata of the type ${mimeType} cannot be removed`);
  const parts = strip(bytes);
  const isWhole =
    parts.every((part) => !(part instanceof Uint8Array)) && measureParts(parts) === bytes.length;
  return isWhole ? undefined : parts;
}
