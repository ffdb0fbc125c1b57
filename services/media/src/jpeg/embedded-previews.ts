import { walkTiff } from '../tiff/walk-tiff.ts';
import { byteView } from '../bytes/byte-view.ts';
import type { ByteRange, EmbeddedPreview, JpegSegment } from './jpeg-structure.ts';
import { photoshopPreviews } from './photoshop-record.ts';

const mpEntriesTag = 0xb002;
const mpEntryBytes = 16;
const mpTypeMask = 0xffffff;
const largeThumbnailClass = 1;

interface Sources {
  readonly segments: readonly JpegSegment[];
  readonly exif: ByteRange | null;
  readonly photoshop: ByteRange | null;
  readonly mpf: ByteRange | null;
}

/** Byte ranges of every smaller copy of the picture the file carries. Ranges that leave the file are left out. */
export function findPreviews(bytes: Uint8Array, sources: Sources): EmbeddedPreview[] {
  return [
    ...exifPreview(bytes, sources.exif),
    ...sources.segments.flatMap((segment) => jfxxPreview(bytes, segment)),
    ...(sources.photoshop === null ? [] : photoshopPreviews(bytes, sources.photoshop)),
    ...mpfPreviews(bytes, sources.mpf),
  ];
}

function exifPreview(bytes: Uint8Array, exif: ByteRange | null): EmbeddedPreview[] {
  if (exif === null) return [];
  const walk = walkTiff(bytes, exif);
  if (!walk.ok || walk.tiff.thumbnail === null) return [];
  return [{ source: 'ifd1', encoding: 'jpeg', ...walk.tiff.thumbnail }];
}

/** JFIF 1.02 extension: 0x10 JPEG, 0x11 palette, 0x13 RGB. */
function jfxxPreview(bytes: Uint8Array, segment: JpegSegment): EmbeddedPreview[] {
  const view = byteView(bytes, segment.offset + 4, segment.length - 4);
  if (segment.name !== 'APP0' || !view.startsWith('JFXX\0')) return [];
  const range = { offset: view.start + 6, length: Math.max(0, view.length - 6) };
  const code = view.u8(5);
  if (code === 0x10) return [{ source: 'jfxx', encoding: 'jpeg', ...range }];
  if (code === 0x11) return [{ source: 'jfxx', encoding: 'palette', ...range }];
  return code === 0x13 ? [{ source: 'jfxx', encoding: 'rgb', ...range }] : [];
}

/**
 * CIPA DC-007: entry = attribute, size, offset from the MP header; offset 0 is the main picture itself. Only the type "large
 * thumbnail" shows the same picture: others are views from another place, depth or gain maps, and parts of panoramas.
 */
function mpfPreviews(bytes: Uint8Array, mpf: ByteRange | null): EmbeddedPreview[] {
  if (mpf === null) return [];
  const walk = walkTiff(bytes, mpf);
  if (!walk.ok) return [];
  const table = walk.tiff.ifds
    .flatMap((ifd) => ifd.entries)
    .find((entry) => entry.tag === mpEntriesTag)?.value;
  if (table === undefined || table === null) return [];
  const view = byteView(bytes, table.offset, table.length);
  const previews: EmbeddedPreview[] = [];
  for (let at = 0; at + mpEntryBytes <= view.length; at += mpEntryBytes) {
    const length = view.u32(at + 4, walk.tiff.littleEndian);
    const offset = view.u32(at + 8, walk.tiff.littleEndian);
    if (length === null || offset === null || offset === 0 || length === 0) continue;
    const type = (view.u32(at, walk.tiff.littleEndian) ?? 0) & mpTypeMask;
    if (type >> 16 !== largeThumbnailClass) continue;
    const start = mpf.offset + offset;
    if (start + length <= bytes.length)
      previews.push({ source: 'mpf', encoding: 'jpeg', offset: start, length });
  }
  return previews;
}
