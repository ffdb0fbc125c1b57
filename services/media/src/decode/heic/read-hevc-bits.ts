import { listProperties } from '../../heif/read-items.ts';
import type { HeifMeta } from '../../heif/read-items.ts';

/** Where the configuration of HEVC states the depth of luma, less 8 (ISO/IEC 14496-15 §8.3.2.1). */
const depthAt = 17;

/** Reads the bits of a sample of a coded image; 8 if it is an image of tiles, or does not say. */
export function readHevcBits(file: Buffer, meta: HeifMeta, itemId: number): number {
  const configuration = listProperties(meta, itemId).find(({ name }) => name === 'hvcC');
  if (configuration === undefined || configuration.end - configuration.start <= depthAt) return 8;
  return 8 + (file.readUInt8(configuration.start + depthAt) & 7);
}
