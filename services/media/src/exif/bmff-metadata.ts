import { isoBoxes } from '../bytes/iso-boxes.ts';
import type { IsoBox } from '../bytes/iso-boxes.ts';
import { byteView } from '../bytes/byte-view.ts';
import type { ByteView } from '../bytes/byte-view.ts';
import type { ByteRange } from '../jpeg/jpeg-structure.ts';

/** Pictures put together from tiles have hundreds of items. */
const maxItems = 10_000;
const maxBoxes = 200;

/**
 * Where a HEIC or AVIF file keeps the TIFF data of its Exif item (ISO/IEC 23008-12 annex A; items: ISO/IEC 14496-12 §8.11);
 * null when there is none, or it lies in several pieces.
 */
export function bmffExif(bytes: Uint8Array): ByteRange | null {
  const view = byteView(bytes);
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const boxes = listItemBoxes(file);
  const boxOf = (wanted: string): IsoBox | undefined => boxes.find(({ name }) => name === wanted);
  const info = boxOf('iinf');
  const places = boxOf('iloc');
  const item = info && exifItem(file, view, info);
  const place = item === undefined || places === undefined ? null : itemPlace(view, places, item);
  if (place === null) return null;
  const base = place.isInData ? (boxOf('idat')?.start ?? null) : 0;
  if (base === null) return null;
  return tiffWithin(view, {
    offset: base + place.offset,
    length: place.length || bytes.length - place.offset,
  });
}

function textAt(view: ByteView, at: number): string {
  const bytes = view.slice(at, 4);
  return bytes === null ? '' : Buffer.from(bytes).toString('latin1');
}

/** The id of the Exif item among the item information entries (§8.11.6). */
function exifItem(file: Buffer, view: ByteView, { start, end }: IsoBox): number | undefined {
  const countBytes = view.u8(start) === 0 ? 2 : 4;
  for (const entry of isoBoxes(file, { start: start + 4 + countBytes, end }, maxItems)) {
    const version = view.u8(entry.start) ?? 0;
    if (entry.name !== 'infe' || version < 2) continue;
    const idBytes = version === 2 ? 2 : 4;
    const id = numberAt(view, entry.start + 4, idBytes);
    if (textAt(view, entry.start + 4 + idBytes + 2) === 'Exif') return id ?? undefined;
  }
  return undefined;
}

interface ItemPlace extends ByteRange {
  /** Counted from the item data box instead of the file. */
  readonly isInData: boolean;
}

/** Where an item lies by the item location box (§8.11.3); null when it has not one piece, or lies elsewhere. */
function itemPlace(view: ByteView, { start, end }: IsoBox, wanted: number): ItemPlace | null {
  const version = view.u8(start) ?? 0;
  const first = view.u8(start + 4) ?? 0;
  const second = view.u8(start + 5) ?? 0;
  const offsetBytes = first >> 4;
  const lengthBytes = first & 15;
  const baseBytes = second >> 4;
  const indexBytes = version === 0 ? 0 : second & 15;
  const idBytes = version < 2 ? 2 : 4;
  const count = numberAt(view, start + 6, idBytes) ?? 0;
  let at = start + 6 + idBytes;
  for (let item = 0; item < Math.min(count, maxItems) && at < end; item += 1) {
    const id = numberAt(view, at, idBytes);
    at += idBytes;
    const method = version === 0 ? 0 : (view.u16(at) ?? 0) & 15;
    at += version === 0 ? 2 : 4;
    const base = numberAt(view, at, baseBytes) ?? 0;
    const extents = view.u16(at + baseBytes) ?? 0;
    const extent = at + baseBytes + 2;
    if (id === wanted) {
      const offset = numberAt(view, extent + indexBytes, offsetBytes);
      const length = numberAt(view, extent + indexBytes + offsetBytes, lengthBytes);
      if (extents !== 1 || offset === null || length === null || method > 1) return null;
      return { offset: base + offset, length, isInData: method === 1 };
    }
    at = extent + extents * (indexBytes + offsetBytes + lengthBytes);
  }
  return null;
}

/** Big-endian, of 0, 2, 4 or 8 bytes; null outside of the file. */
function numberAt(view: ByteView, at: number, width: number): number | null {
  if (width === 0) return 0;
  if (width === 2) return view.u16(at);
  if (width === 4) return view.u32(at);
  const high = view.u32(at);
  const low = view.u32(at + 4);
  return width !== 8 || high === null || low === null ? null : high * 2 ** 32 + low;
}

/** The item begins with how far behind it the TIFF header is. */
function tiffWithin(view: ByteView, { offset, length }: ByteRange): ByteRange | null {
  const skipped = 4 + (view.u32(offset) ?? 0);
  const isInside = skipped < length && offset + length <= view.length;
  return isInside ? { offset: offset + skipped, length: length - skipped } : null;
}

/** Lists the boxes that describe the items of a HEIC or AVIF file (ISO/IEC 14496-12 §8.11); none if the file has no items. */
function listItemBoxes(file: Buffer): readonly IsoBox[] {
  const meta = isoBoxes(file, { start: 0, end: file.length }, maxBoxes).find(({ name }) => name === 'meta');
  // The version and flags of a full box come first.
  return meta === undefined ? [] : isoBoxes(file, { ...meta, start: meta.start + 4 }, maxBoxes);
}
