import { isoBoxes, listItemBoxes } from '../../bytes/iso-boxes.ts';
import type { IsoBox } from '../../bytes/iso-boxes.ts';

/** An image that is put together from tiles of one size, row by row. */
export interface HeicGrid {
  readonly tileIds: readonly number[];
  /** The rotation with which the image is displayed, in steps of 90 degrees counter-clockwise. */
  readonly rotation: number;
}

const maxBoxes = 200;
const maxReferences = 10_000;
const maxProperties = 10_000;
/** Properties that change the tiles in other ways than by turning them. */
const otherTransforms = ['imir', 'clap'];

/**
 * Reads the tiles of an image (ISO/IEC 23008-12 §6.6.2.3; item references and properties: ISO/IEC 14496-12 §8.11.12 and §8.11.14). Returns null for an image of one piece,
 * and for one that is mirrored or cropped.
 */
export function readHeicGrid(file: Buffer, itemId: number): HeicGrid | null {
  const boxes = listItemBoxes(file);
  const references = boxes.find(({ name }) => name === 'iref');
  const properties = boxes.find(({ name }) => name === 'iprp');
  if (references === undefined || properties === undefined) return null;
  try {
    const tileIds = readTileIds(file, references, itemId);
    const transforms = listTransforms(file, properties, itemId);
    if (tileIds.length === 0 || transforms.some(({ name }) => otherTransforms.includes(name))) return null;
    const rotations = transforms
      .filter(({ name }) => name === 'irot')
      .map(({ start }) => file.readUInt8(start) & 3);
    return { tileIds, rotation: rotations.reduce((sum, value) => sum + value, 0) % 4 };
  } catch (error) {
    // A number that would lie behind the end of the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns the content of a full box, behind its version and flags. */
function skipHeader(box: IsoBox): IsoBox {
  return { ...box, start: box.start + 4 };
}

function readTileIds(file: Buffer, references: IsoBox, itemId: number): readonly number[] {
  const idBytes = file.readUInt8(references.start) === 0 ? 2 : 4;
  const derived = isoBoxes(file, skipHeader(references), maxReferences).filter(({ name }) => name === 'dimg');
  const own = derived.find(({ start }) => file.readUIntBE(start, idBytes) === itemId);
  if (own === undefined) return [];
  const count = file.readUInt16BE(own.start + idBytes);
  const first = own.start + idBytes + 2;
  if (first + count * idBytes > own.end) return [];
  return Array.from({ length: count }, (_, index) => file.readUIntBE(first + index * idBytes, idBytes));
}

/** Lists the properties of an item, as boxes. */
function listTransforms(file: Buffer, properties: IsoBox, itemId: number): readonly IsoBox[] {
  const parts = isoBoxes(file, properties, maxBoxes);
  const container = parts.find(({ name }) => name === 'ipco');
  const association = parts.find(({ name }) => name === 'ipma');
  if (container === undefined || association === undefined) return [];
  const boxes = isoBoxes(file, container, maxProperties);
  return readPropertyIndexes(file, association, itemId).flatMap((index) => boxes[index - 1] ?? []);
}

function readPropertyIndexes(file: Buffer, { start, end }: IsoBox, itemId: number): readonly number[] {
  const idBytes = file.readUInt8(start) < 1 ? 2 : 4;
  const indexBytes = (file.readUInt8(start + 3) & 1) === 1 ? 2 : 1;
  const items = file.readUInt32BE(start + 4);
  let at = start + 8;
  for (let item = 0; item < items && at < end; item += 1) {
    const id = file.readUIntBE(at, idBytes);
    const count = file.readUInt8(at + idBytes);
    const first = at + idBytes + 1;
    if (id === itemId) {
      const mask = indexBytes === 2 ? 0x7fff : 0x7f;
      return Array.from(
        { length: count },
        (_, index) => file.readUIntBE(first + index * indexBytes, indexBytes) & mask,
      );
    }
    at = first + count * indexBytes;
  }
  return [];
}
