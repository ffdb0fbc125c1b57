import { byteView, latin1 } from '../bytes/byte-view.ts';
import type { TiffEntry } from './tiff-structure.ts';

const maxTextBytes = 1 << 20;

/** First value of a BYTE, SHORT or LONG entry, or null. */
export function readUnsigned(bytes: Uint8Array, littleEndian: boolean, entry: TiffEntry): number | null {
  if (entry.value === null || entry.count < 1) return null;
  const view = byteView(bytes, entry.value.offset, entry.value.length);
  if (entry.type === 1 || entry.type === 7) return view.u8(0);
  if (entry.type === 3) return view.u16(0, littleEndian);
  return entry.type === 4 || entry.type === 13 ? view.u32(0, littleEndian) : null;
}

/** Text of an ASCII entry up to its first NUL, or null for another type. */
export function readText(bytes: Uint8Array, entry: TiffEntry): string | null {
  if (entry.value === null || entry.type !== 2) return null;
  return latin1(
    bytes.subarray(entry.value.offset, entry.value.offset + Math.min(entry.value.length, maxTextBytes)),
  );
}
