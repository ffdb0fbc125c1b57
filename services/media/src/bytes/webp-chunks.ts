import { byteView, latin1 } from './byte-view.ts';
import type { ByteRange } from '../jpeg/jpeg-structure.ts';

const maxChunks = 10_000;

export interface WebpMetadata {
  /** TIFF data of the EXIF chunk, without the `Exif\0\0` some writers put before it. */
  readonly exif: ByteRange | null;
  readonly xmp: ByteRange | null;
}

/** EXIF and XMP chunks of a WebP container (RFC 9649). */
export function readWebpMetadata(bytes: Uint8Array): WebpMetadata {
  const view = byteView(bytes);
  const found: { exif: ByteRange | null; xmp: ByteRange | null } = { exif: null, xmp: null };
  let at = view.startsWith('RIFF') && view.startsWith('WEBP', 8) ? 12 : view.length;
  for (let count = 0; count < maxChunks; count += 1) {
    const name = view.slice(at, 4);
    const length = view.u32(at + 4, true);
    if (name === null || length === null || view.slice(at + 8, length) === null) break;
    const kind = latin1(name);
    if (kind === 'EXIF') found.exif ??= withoutPrefix(bytes, { offset: at + 8, length });
    if (kind === 'XMP ') found.xmp ??= { offset: at + 8, length };
    at += 8 + length + (length % 2);
  }
  return found;
}

function withoutPrefix(bytes: Uint8Array, range: ByteRange): ByteRange {
  const prefixed = byteView(bytes, range.offset, range.length).startsWith('Exif\0\0');
  return prefixed ? { offset: range.offset + 6, length: range.length - 6 } : range;
}
