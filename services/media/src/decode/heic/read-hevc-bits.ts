import { readHeifItems } from '../../heif/read-items.ts';

/** Where the configuration of HEVC states the depth of luma, less 8 (ISO/IEC 14496-15 §8.3.2.1). */
const depthAt = 17;

/** Reads the bits of a sample of a coded image; 8 if it is an image of tiles, or does not say. */
export function readHevcBits(file: Buffer, itemId: number): number {
  const { associations, properties } = readHeifItems(file);
  const own = (associations.get(itemId) ?? []).flatMap(({ property }) => properties[property - 1] ?? []);
  const configuration = own.find(({ name }) => name === 'hvcC');
  if (configuration === undefined || configuration.end - configuration.start <= depthAt) return 8;
  return 8 + (file.readUInt8(configuration.start + depthAt) & 7);
}
