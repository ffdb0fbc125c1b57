import { byteView } from '../bytes/byte-view.ts';
import type { ByteRange } from '../jpeg/jpeg-structure.ts';
import type { MetadataCarriers } from './metadata-carriers.ts';
import { readText } from '../tiff/read-entry.ts';
import { walkTiff } from '../tiff/walk-tiff.ts';

const userCommentTag = 0x9286;
const maxCommentBytes = 1 << 20;

export interface ExifText {
  readonly ifd: string;
  readonly tag: number;
  readonly text: string;
}

/** Every text of the Exif data of an image, wherever its format keeps them. */
export function readAllExifTexts(
  bytes: Uint8Array,
  { tiff, detachedTiff }: Pick<MetadataCarriers, 'tiff' | 'detachedTiff'>,
): ExifText[] {
  return [
    ...(tiff === null ? [] : readExifTexts(bytes, tiff)),
    ...(detachedTiff === null ? [] : readExifTexts(detachedTiff, { offset: 0, length: detachedTiff.length })),
  ];
}

/** Every ASCII tag of the Exif data, and the user comment, as text. Empty when the data cannot be walked. */
function readExifTexts(bytes: Uint8Array, tiff: ByteRange): ExifText[] {
  const walk = walkTiff(bytes, tiff);
  if (!walk.ok) return [];
  const { ifds, littleEndian } = walk.tiff;
  return ifds.flatMap((ifd) =>
    ifd.entries.flatMap((entry): ExifText[] => {
      const comment = entry.tag === userCommentTag && entry.value !== null;
      const text = comment ? decodeUserComment(bytes, entry.value, littleEndian) : readText(bytes, entry);
      return text === null || text === '' ? [] : [{ ifd: ifd.name, tag: entry.tag, text }];
    }),
  );
}

/**
 * Exif 2.32 §4.6.5 UserComment: eight bytes name the character code. `UNICODE` is UTF-16 in the byte order of the file
 * by the standard, but big-endian by many writers, so the order is told by where the zero bytes are.
 */
function decodeUserComment(bytes: Uint8Array, range: ByteRange | null, littleEndian: boolean): string | null {
  if (range === null || range.length <= 8) return null;
  const view = byteView(bytes, range.offset, range.length);
  const body = bytes.subarray(range.offset + 8, range.offset + Math.min(range.length, maxCommentBytes));
  const text = view.startsWith('UNICODE') ? utf16(body, littleEndian) : Buffer.from(body).toString('utf8');
  return text.replaceAll('\0', '').trim();
}

function utf16(body: Uint8Array, littleEndian: boolean): string {
  const pairs = Math.min(64, body.length >> 1);
  let evenZeros = 0;
  let oddZeros = 0;
  for (let index = 0; index < pairs; index += 1) {
    if (body[index * 2] === 0) evenZeros += 1;
    if (body[index * 2 + 1] === 0) oddZeros += 1;
  }
  const little = evenZeros === oddZeros ? littleEndian : oddZeros > evenZeros;
  const swapped = Buffer.from(body.subarray(0, body.length & ~1));
  return (little ? swapped : swapped.swap16()).toString('utf16le');
}
