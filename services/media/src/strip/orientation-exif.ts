import { readUnsigned } from '../tiff/read-entry.ts';
import { walkTiff } from '../tiff/walk-tiff.ts';
import type { ByteRange } from '../jpeg/jpeg-structure.ts';

const orientationTag = 0x0112;

/** Returns the orientation of EXIF data if pixels are stored rotated or mirrored (2 to 8); undefined if they are upright. */
export function readRotation(bytes: Uint8Array, tiff: ByteRange | null): number | undefined {
  return tiff === null ? undefined : findOrientation(bytes, tiff)?.value;
}

/** The orientation of rotated or mirrored pixels, and the position of its lowest byte. */
interface StoredOrientation {
  readonly value: number;
  readonly at: number;
}

/** Finds the orientation in EXIF data as {@link readRotation} reads it. */
export function findOrientation(bytes: Uint8Array, tiff: ByteRange): StoredOrientation | undefined {
  const walk = walkTiff(bytes, tiff);
  if (!walk.ok) return undefined;
  const { ifds, littleEndian } = walk.tiff;
  const entry = ifds.find(({ name }) => name === 'ifd0')?.entries.find(({ tag }) => tag === orientationTag);
  if (entry?.value == null) return undefined;
  const value = readUnsigned(bytes, littleEndian, entry);
  if (value === null || value < 2 || value > 8) return undefined;
  const lowest = littleEndian ? 0 : ({ 3: 1, 4: 3 }[entry.type] ?? 0);
  return { value, at: entry.value.offset + lowest };
}

/** TIFF data with the orientation as its only tag (TIFF 6.0 §2; type 3 is a 16-bit number). */
export function buildOrientationTiff(orientation: number): Uint8Array {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
