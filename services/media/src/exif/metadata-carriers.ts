import { bmffExif } from './bmff-metadata.ts';
import type { ByteRange } from '../jpeg/jpeg-structure.ts';
import { readRawProfile } from './raw-profile.ts';
import { parseJpeg } from '../jpeg/parse-jpeg.ts';
import { readPngMetadata } from './png-chunks.ts';
import type { PngText } from './png-chunks.ts';
import { readWebpMetadata } from '../bytes/webp-chunks.ts';

const maxXmpBytes = 2 << 20;
const xmpKeyword = 'XML:com.adobe.xmp';

/** Where a file keeps its metadata, whatever its format. */
export interface MetadataCarriers {
  /** Exif TIFF data; null when there is none, or it is kept in pieces. */
  readonly tiff: ByteRange | null;
  /** Exif TIFF data that a PNG keeps as text, so that it is no range of the file. */
  readonly detachedTiff: Uint8Array | null;
  readonly xmp: string | null;
  readonly iptc: ByteRange | null;
  readonly texts: readonly PngText[];
  readonly comments: readonly string[];
  /** Says that the packet is longer than what is read of it. */
  readonly isXmpCut: boolean;
  /** Counts the parts that are there and are not listed here: damaged, or beyond a limit. */
  readonly leftOut: number;
}

const noMetadata: MetadataCarriers = {
  tiff: null,
  detachedTiff: null,
  xmp: null,
  iptc: null,
  texts: [],
  comments: [],
  isXmpCut: false,
  leftOut: 0,
};

/** Finds Exif, XMP, IPTC-IIM and text. Never throws; an unreadable file has none. */
export function locateMetadata(bytes: Uint8Array, mimeType: string): MetadataCarriers {
  switch (mimeType) {
    case 'image/jpeg':
      return inJpeg(bytes);
    case 'image/png': {
      const { texts, textCount, exif } = readPngMetadata(bytes);
      return {
        ...noMetadata,
        tiff: exif,
        detachedTiff: readRawProfile(texts, ['exif', 'APP1'], 'Exif\0\0'),
        texts,
        leftOut: textCount - texts.length,
        xmp: texts.find((text) => text.keyword === xmpKeyword)?.text ?? readRawXmp(texts),
      };
    }
    case 'image/webp': {
      const { exif, xmp } = readWebpMetadata(bytes);
      return { ...noMetadata, tiff: exif, ...readXmp(bytes, xmp) };
    }
    case 'image/heic':
    case 'image/heif':
    case 'image/avif':
      return { ...noMetadata, tiff: bmffExif(bytes), ...scanForPacket(bytes) };
    case 'image/tiff':
      return { ...noMetadata, tiff: { offset: 0, length: bytes.length }, ...scanForPacket(bytes) };
    default:
      return { ...noMetadata, ...scanForPacket(bytes) };
  }
}

function readRawXmp(texts: readonly PngText[]): string | null {
  const packet = readRawProfile(texts, ['xmp', 'APP1'], 'http://ns.adobe.com/xap/1.0/\0');
  return packet === null ? null : utf8(packet, { offset: 0, length: packet.length });
}

function inJpeg(bytes: Uint8Array): MetadataCarriers {
  const parsed = parseJpeg(bytes);
  if (!parsed.ok) return { ...noMetadata, leftOut: 1 };
  const { exif, xmp, photoshop, comments } = parsed.jpeg;
  return {
    ...noMetadata,
    tiff: exif,
    ...readXmp(bytes, xmp),
    iptc: photoshop?.iptc ?? null,
    comments,
  };
}

type XmpRead = Pick<MetadataCarriers, 'xmp'> & Partial<MetadataCarriers>;

function readXmp(bytes: Uint8Array, range: ByteRange | null): XmpRead {
  if (range === null) return { xmp: null };
  return { xmp: utf8(bytes, range), isXmpCut: range.length > maxXmpBytes };
}

/** XMP packets are made to be found by scanning (XMP specification part 1, §7.3.2). */
function scanForPacket(bytes: Uint8Array): XmpRead {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = buffer.indexOf('<x:xmpmeta');
  const end = start < 0 ? -1 : buffer.indexOf('</x:xmpmeta>', start);
  if (end < 0) return { xmp: null, leftOut: start < 0 ? 0 : 1 };
  return readXmp(bytes, { offset: start, length: end - start + '</x:xmpmeta>'.length });
}

function utf8(bytes: Uint8Array, range: ByteRange): string {
  const length = Math.min(range.length, maxXmpBytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset + range.offset, length).toString('utf8');
}
