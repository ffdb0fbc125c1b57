import type { ByteRange } from './jpeg-structure.ts';

/** Telephones write their XMP among the first segments. */
const searchedBytes = 262_144;
const containerItem = /<Container:Item\s[^>]{1,2000}>/g;

/**
 * Finds the video at the end of a motion photo, which its XMP promises (Motion Photo 1.0 and Micro Video of the Android camera). Its length is counted from the
 * end of the file, so that the promise also holds for another image before the same video. Returns null when there is no video there.
 */
export function findMotionVideo(jpeg: Uint8Array): ByteRange | null {
  const file = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.length);
  const xmp = file.toString('latin1', 0, searchedBytes);
  const lengths = [
    ...Array.from(xmp.matchAll(containerItem), ([item]) =>
      item.includes('Semantic="MotionPhoto"') ? readNumber(item, /Item:Length="(\d{1,10})"/) : undefined,
    ),
    readNumber(xmp, /GCamera:MicroVideoOffset="(\d{1,10})"/),
  ];
  for (const length of lengths) {
    if (length === undefined || length < 16 || length >= file.length) continue;
    const offset = file.length - length;
    if (file.toString('latin1', offset + 4, offset + 8) === 'ftyp') return { offset, length };
  }
  return null;
}

function readNumber(text: string, pattern: RegExp): number | undefined {
  const [, digits] = pattern.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
