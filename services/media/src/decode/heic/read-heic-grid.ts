import { listProperties } from '../../heif/read-items.ts';
import type { HeifMeta } from '../../heif/read-items.ts';

/** An image that is put together from tiles of one size, row by row. */
export interface HeicGrid {
  readonly tileIds: readonly number[];
  /** The rotation with which the image is displayed, in steps of 90 degrees counter-clockwise. */
  readonly rotation: number;
}

/** Properties that change the tiles in other ways than by turning them. */
const otherTransforms = ['imir', 'clap'];

/**
 * Reads the tiles of an image (ISO/IEC 23008-12 §6.6.2.3). Returns null for an image of one piece, and for one that is mirrored or cropped.
 */
export function readHeicGrid(file: Buffer, meta: HeifMeta, itemId: number): HeicGrid | null {
  const tileIds = meta.references.find(({ type, from }) => type === 'dimg' && from === itemId)?.to ?? [];
  const transforms = listProperties(meta, itemId);
  if (tileIds.length === 0 || transforms.some(({ name }) => otherTransforms.includes(name))) return null;
  const rotations = transforms
    .filter(({ name, start, end }) => name === 'irot' && end > start)
    .map(({ start }) => file.readUInt8(start) & 3);
  return { tileIds, rotation: rotations.reduce((sum, value) => sum + value, 0) % 4 };
}
