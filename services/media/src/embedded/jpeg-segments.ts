import { byteView } from '../bytes/byte-view.ts';
import type { JpegSegment } from '../jpeg/jpeg-structure.ts';
import { walkSegments } from '../jpeg/walk-segments.ts';
import { findOrientation } from '../strip/orientation-exif.ts';

/** The start of a JPEG file with its metadata, and all that follows. */
export interface JpegSegments {
  readonly start: Uint8Array;
  /** Application segments and comments without JFIF, in their order. */
  readonly metadata: readonly Uint8Array[];
  /** From the first table on, with JFIF left out. */
  readonly rest: Uint8Array;
}

const exifSignature = 'Exif\0\0';

/** Splits a JPEG file at the end of its metadata. An EXIF orientation other than upright is set to upright. */
export function readJpegSegments(jpeg: Uint8Array): JpegSegments {
  const segments = walkSegments(jpeg)?.segments ?? [];
  const metadata = segments.filter(({ name }) => isMetadata(name));
  const first = segments.find(({ name }) => name !== 'SOI' && !isMetadata(name));
  return {
    start: jpeg.subarray(0, 2),
    metadata: metadata
      .filter((segment) => !hasSignature(jpeg, segment, 'JFIF\0'))
      .map((segment) => copyUpright(jpeg, segment)),
    rest: jpeg.subarray(first?.offset ?? jpeg.length),
  };
}

function isMetadata(name: string): boolean {
  return name.startsWith('APP') || name === 'COM';
}

function hasSignature(jpeg: Uint8Array, { offset, length }: JpegSegment, signature: string): boolean {
  return byteView(jpeg, offset + 4, length - 4).startsWith(signature);
}

function copyUpright(jpeg: Uint8Array, segment: JpegSegment): Uint8Array {
  const { offset, length } = segment;
  const copy = Buffer.from(jpeg.subarray(offset, offset + length));
  if (!hasSignature(jpeg, segment, exifSignature)) return copy;
  const skipped = 4 + exifSignature.length;
  const entry = findOrientation(copy, { offset: skipped, length: length - skipped });
  if (entry !== undefined) copy[entry.at] = 1;
  return copy;
}
