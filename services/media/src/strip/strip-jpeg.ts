import { UndecodableError } from '../limits/undecodable-error.ts';
import { byteView } from '../bytes/byte-view.ts';
import type { ByteRange, JpegSegment } from '../jpeg/jpeg-structure.ts';
import { walkSegments } from '../jpeg/walk-segments.ts';
import { createPartList } from './file-part.ts';
import type { FilePart } from './file-part.ts';
import { buildOrientationTiff, readRotation } from './orientation-exif.ts';

const exifSignature = 'Exif\0\0';
/** Marker and length of a segment. */
const headerBytes = 4;
const jfifBytes = 14;
const adobeBytes = 12;

/** Strips a JPEG interchange file. A file that ends within its last scan keeps that scan as it is. */
export function stripJpeg(bytes: Uint8Array): readonly FilePart[] {
  const walk = walkSegments(bytes);
  const isBroken = walk?.problems.some((problem) => !problem.includes('stray bytes')) ?? true;
  if (walk === null || isBroken) {
    throw new UndecodableError('the segments of the JPEG file cannot be followed to its end');
  }
  const exif = buildExif(bytes, walk.segments);
  const list = createPartList();
  let hasExif = exif === undefined;
  for (const segment of walk.segments) {
    const kept = keepSegment(bytes, segment);
    if (!hasExif && !isHeading(bytes, segment)) {
      const isThere = exif !== undefined && Buffer.from(slice(bytes, segment)).equals(exif);
      if (exif !== undefined) list.add(isThere ? segment : exif);
      hasExif = true;
    }
    if (kept !== undefined) list.add(kept);
  }
  return list.parts;
}

/** SOI and JFIF come first, then the EXIF segment. */
function isHeading(bytes: Uint8Array, segment: JpegSegment): boolean {
  return segment.name === 'SOI' || hasSignature(bytes, segment, 'APP0', 'JFIF\0');
}

/** Returns the segment, a shorter one in its place, or undefined if it is metadata. */
function keepSegment(bytes: Uint8Array, segment: JpegSegment): FilePart | undefined {
  if (segment.name === 'COM') return undefined;
  if (!segment.name.startsWith('APP')) return segment;
  if (hasSignature(bytes, segment, 'APP2', 'ICC_PROFILE\0')) return segment;
  if (hasSignature(bytes, segment, 'APP0', 'JFIF\0')) return cutSegment(bytes, segment, jfifBytes);
  // The decoder needs its transform to tell RGB, YCbCr, CMYK and YCCK apart.
  return hasSignature(bytes, segment, 'APP14', 'Adobe') ? cutSegment(bytes, segment, adobeBytes) : undefined;
}

/** Removes the data after the first bytes of a body: a thumbnail of JFIF, whose sides are the last two bytes kept. */
function cutSegment(bytes: Uint8Array, segment: JpegSegment, bodyBytes: number): FilePart {
  if (segment.length <= headerBytes + bodyBytes) return segment;
  const cut = Buffer.from(slice(bytes, { ...segment, length: headerBytes + bodyBytes }));
  cut.writeUInt16BE(2 + bodyBytes, 2);
  if (segment.name === 'APP0') cut.fill(0, cut.length - 2);
  return cut;
}

function buildExif(bytes: Uint8Array, segments: readonly JpegSegment[]): Buffer | undefined {
  const segment = segments.find((one) => hasSignature(bytes, one, 'APP1', exifSignature));
  if (segment === undefined) return undefined;
  const skipped = headerBytes + exifSignature.length;
  const orientation = readRotation(bytes, {
    offset: segment.offset + skipped,
    length: segment.length - skipped,
  });
  if (orientation === undefined) return undefined;
  const body = Buffer.concat([Buffer.from(exifSignature, 'latin1'), buildOrientationTiff(orientation)]);
  const header = Buffer.from([0xff, 0xe1, 0, 2 + body.length]);
  return Buffer.concat([header, body]);
}

function hasSignature(bytes: Uint8Array, segment: JpegSegment, name: string, signature: string): boolean {
  if (segment.name !== name) return false;
  return byteView(bytes, segment.offset + headerBytes, segment.length - headerBytes).startsWith(signature);
}

function slice(bytes: Uint8Array, { offset, length }: ByteRange): Uint8Array {
  return bytes.subarray(offset, offset + length);
}
