import { byteView } from '../jpeg/byte-view.ts';
import type { ByteView } from '../jpeg/byte-view.ts';
import type { ByteRange } from '../jpeg/jpeg-structure.ts';

const maxBoxes = 200;
const maxItems = 10_000;

interface Box {
  readonly type: string;
  /** Of its content. */
  readonly start: number;
  readonly end: number;
}

/**
 * Where a HEIC or AVIF file keeps the TIFF data of its Exif item (ISO/IEC 23008-12 annex A; items: ISO/IEC 14496-12 §8.11);
 * null when there is none, or it lies in several pieces.
 */
export function bmffExif(bytes: Uint8Array): ByteRange | null {
  const view = byteView(bytes);
  const meta = boxesIn(view, 0, bytes.length).find(({ type }) => type === 'meta');
  if (meta === undefined) return null;
  // The version and flags of a full box come first.
  const boxes = boxesIn(view, meta.start + 4, meta.end);
  const boxOf = (wanted: string): Box | undefined => boxes.find(({ type }) => type === wanted);
  const [info, places] = [boxOf('iinf'), boxOf('iloc')];
  const item = info && exifItem(view, info);
  const place = item === undefined || places === undefined ? null : itemPlace(view, places, item);
  if (place === null) return null;
  const base = place.isInData ? (boxOf('idat')?.start ?? null) : 0;
  if (base === null) return null;
  return tiffWithin(view, {
    offset: base + place.offset,
    length: place.length || bytes.length - place.offset,
  });
}

function boxesIn(view: ByteView, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to && boxes.length < maxBoxes;) {
    const size = view.u32(at) ?? 0;
    const isLarge = size === 1;
    const large = isLarge ? (view.u32(at + 8) ?? 0) * 2 ** 32 + (view.u32(at + 12) ?? 0) : size;
    const end = size === 0 ? to : at + large;
    if (end <= at + 7 || end > to) break;
    boxes.push({ type: textAt(view, at + 4), start: at + (isLarge ? 16 : 8), end });
    at = end;
  }
  return boxes;
}

function textAt(view: ByteView, at: number): string {
  const bytes = view.slice(at, 4);
  return bytes === null ? '' : Buffer.from(bytes).toString('latin1');
}

/** The id of the Exif item among the item information entries (§8.11.6). */
function exifItem(view: ByteView, { start, end }: Box): number | undefined {
  const countBytes = view.u8(start) === 0 ? 2 : 4;
  for (const entry of boxesInMany(view, start + 4 + countBytes, end)) {
    const version = view.u8(entry.start) ?? 0;
    if (entry.type !== 'infe' || version < 2) continue;
    const idBytes = version === 2 ? 2 : 4;
    const id = numberAt(view, entry.start + 4, idBytes);
    if (textAt(view, entry.start + 4 + idBytes + 2) === 'Exif') return id ?? undefined;
  }
  return undefined;
}

/** Pictures put together from tiles have hundreds of items. */
function* boxesInMany(view: ByteView, from: number, to: number): Generator<Box> {
  let at = from;
  for (let count = 0; at + 8 <= to && count < maxItems; count += 1) {
    const size = view.u32(at) ?? 0;
    if (size < 8 || at + size > to) return;
    yield { type: textAt(view, at + 4), start: at + 8, end: at + size };
    at += size;
  }
}

interface ItemPlace extends ByteRange {
  /** Counted from the item data box instead of the file. */
  readonly isInData: boolean;
}

/** Where an item lies by the item location box (§8.11.3); null when it has not one piece, or lies elsewhere. */
function itemPlace(view: ByteView, { start, end }: Box, wanted: number): ItemPlace | null {
  const version = view.u8(start) ?? 0;
  const [first, second] = [view.u8(start + 4) ?? 0, view.u8(start + 5) ?? 0];
  const [offsetBytes, lengthBytes] = [first >> 4, first & 15];
  const [baseBytes, indexBytes] = [second >> 4, version === 0 ? 0 : second & 15];
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
  const [high, low] = [view.u32(at), view.u32(at + 4)];
  return width !== 8 || high === null || low === null ? null : high * 2 ** 32 + low;
}

/** The item begins with how far behind it the TIFF header is. */
function tiffWithin(view: ByteView, { offset, length }: ByteRange): ByteRange | null {
  const skipped = 4 + (view.u32(offset) ?? 0);
  const isInside = skipped < length && offset + length <= view.length;
  return isInside ? { offset: offset + skipped, length: length - skipped } : null;
}
