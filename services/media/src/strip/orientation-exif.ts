import { readUnsigned } from '../exif/read-entry.ts';
import { walkTiff } from '../exif/walk-tiff.ts';
import type { ByteRange } from '../jpeg/jpeg-structure.ts';

const orientationTag = 0x0112;

/** Returns the orientation of EXIF data if pixels are stored rotated or mirrored (2 to 8); undefined if they are upright. */
export function readRotation(bytes: Uint8Array, tiff: ByteRange | null): number | undefined {
  if (tiff === null) return undefined;
  const walk = walkTiff(bytes, tiff);
  if (!walk.ok) return undefined;
  const entry = walk.tiff.ifds
    .find(({ name }) => name === 'ifd0')
    ?.entries.find(({ tag }) => tag === orientationTag);
  const value = entry === undefined ? null : readUnsigned(bytes, walk.tiff.littleEndian, entry);
  return value !== null && value >= 2 && value <= 8 ? value : undefined;
}

/** TIFF data with the orientation as its only tag (TIFF 6.0 §2; type 3 is a 16-bit number). */
export function buildOrientationTiff(orientation: number): Uint8Array {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
