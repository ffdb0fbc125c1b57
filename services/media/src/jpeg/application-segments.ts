import { byteView, latin1 } from '../bytes/byte-view.ts';
import type { ByteRange, JpegSegment, JpegStructure } from './jpeg-structure.ts';
import { readPhotoshopRecord } from './photoshop-record.ts';

type Application = Pick<
  JpegStructure,
  'jfif' | 'adobe' | 'exif' | 'xmp' | 'icc' | 'photoshop' | 'saveForWebQuality' | 'comments' | 'mpf'
>;

const exifSignature = 'Exif\0\0';
const xmpSignature = 'http://ns.adobe.com/xap/1.0/\0';
const iccSignature = 'ICC_PROFILE\0';
const mpfSignature = 'MPF\0';
const photoshopSignature = 'Photoshop 3.0\0';

/** What the application and comment segments carry; the first of each kind counts. */
export function readApplicationSegments(bytes: Uint8Array, segments: readonly JpegSegment[]): Application {
  const first = (name: string, signature: string): ByteRange | null => {
    const segment = segments.find((one) => one.name === name && bodyOf(bytes, one).startsWith(signature));
    return segment === undefined ? null : bodyRange(segment, signature.length);
  };
  const photoshop = first('APP13', photoshopSignature);
  return {
    jfif: readJfif(bytes, first('APP0', 'JFIF\0')),
    adobe: readAdobe(bytes, first('APP14', 'Adobe')),
    exif: first('APP1', exifSignature),
    xmp: first('APP1', xmpSignature),
    icc: first('APP2', iccSignature),
    photoshop: photoshop === null ? null : readPhotoshopRecord(bytes, photoshop),
    saveForWebQuality: readDucky(bytes, first('APP12', 'Ducky')),
    comments: segments.filter((one) => one.name === 'COM').map((one) => commentText(bytes, one)),
    mpf: first('APP2', mpfSignature),
  };
}

function bodyRange(segment: JpegSegment, skip: number): ByteRange {
  return { offset: segment.offset + 4 + skip, length: segment.length - 4 - skip };
}

function bodyOf(bytes: Uint8Array, segment: JpegSegment) {
  return byteView(bytes, segment.offset + 4, segment.length - 4);
}

function readJfif(bytes: Uint8Array, range: ByteRange | null): JpegStructure['jfif'] {
  if (range === null) return null;
  const view = byteView(bytes, range.offset, range.length);
  const major = view.u8(0);
  const minor = view.u8(1);
  const units = view.u8(2);
  const x = view.u16(3);
  const y = view.u16(5);
  if (major === null || minor === null || units === null || x === null || y === null) return null;
  return { version: `${String(major)}.${String(minor).padStart(2, '0')}`, units, density: [x, y] };
}

function readAdobe(bytes: Uint8Array, range: ByteRange | null): JpegStructure['adobe'] {
  if (range === null) return null;
  const view = byteView(bytes, range.offset, range.length);
  const version = view.u16(0);
  const transform = view.u8(6);
  return version === null || transform === null ? null : { version, transform };
}

/** `Ducky` holds tagged blocks: tag 1, length 4, quality. */
function readDucky(bytes: Uint8Array, range: ByteRange | null): number | null {
  if (range === null) return null;
  const view = byteView(bytes, range.offset, range.length);
  return view.u16(0) === 1 && view.u16(2) === 4 ? view.u32(4) : null;
}

function commentText(bytes: Uint8Array, segment: JpegSegment): string {
  return latin1(bytes.subarray(segment.offset + 4, segment.offset + segment.length));
}
