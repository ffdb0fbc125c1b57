import { isoBoxes } from '../bytes/iso-boxes.ts';
import type { IsoBox } from '../bytes/iso-boxes.ts';
import { UndecodableError } from '../limits/undecodable-error.ts';
import type { ByteRange } from '../jpeg/jpeg-structure.ts';

/** Large images are put together from hundreds of items. */
const maxItems = 20_000;
const maxExtents = 100_000;
const maxBoxes = 20_000;

/** An item of a HEIC or AVIF file: a coded image, one that is derived from others, or metadata (ISO/IEC 14496-12 §8.11). */
export interface HeifItem {
  readonly id: number;
  /** Four characters, such as `hvc1`, `grid`, `Exif`. */
  readonly type: string;
  /** The whole entry. */
  readonly entry: ByteRange;
}

/** A reference from one item to others, such as `dimg` from an image to its tiles. */
export interface HeifReference {
  readonly type: string;
  readonly from: number;
  readonly to: readonly number[];
}

/** The data of an item. */
export interface HeifLocation {
  /** 0: positions in the file; 1: in the item data box; 2: in another item. */
  readonly method: number;
  readonly extents: readonly HeifExtent[];
}

export interface HeifExtent extends ByteRange {
  readonly index: number;
}

export interface HeifAssociation {
  /** From 1. */
  readonly property: number;
  readonly isEssential: boolean;
}

/** The description of the items of a file. */
export interface HeifMeta {
  /** The boxes of the file. */
  readonly top: readonly IsoBox[];
  /** The boxes that describe the items. */
  readonly boxes: readonly IsoBox[];
  readonly primaryId: number;
  readonly items: ReadonlyMap<number, HeifItem>;
  readonly references: readonly HeifReference[];
  readonly locations: ReadonlyMap<number, HeifLocation>;
  /** The boxes of all properties. */
  readonly properties: readonly IsoBox[];
  readonly associations: ReadonlyMap<number, readonly HeifAssociation[]>;
}

/**
 * Reads the items of a HEIC or AVIF file, in time linear in their number.
 * @throws UndecodableError if they cannot be followed
 */
export function readHeifItems(file: Buffer): HeifMeta {
  try {
    return readMeta(file);
  } catch (error) {
    // A number that would be behind the end of the file.
    if (error instanceof RangeError) throw broken();
    throw error;
  }
}

/** Lists the properties of an item, as boxes. */
export function listProperties(
  { associations, properties }: Pick<HeifMeta, 'associations' | 'properties'>,
  itemId: number,
): readonly IsoBox[] {
  return (associations.get(itemId) ?? []).flatMap(({ property }) => properties[property - 1] ?? []);
}

function broken(): UndecodableError {
  return new UndecodableError('the items of the file cannot be followed');
}

function readMeta(file: Buffer): HeifMeta {
  const top = isoBoxes(file, { start: 0, end: file.length }, maxBoxes);
  const meta = top.find(({ name }) => name === 'meta');
  if (meta === undefined) throw new UndecodableError('the file holds no image items');
  const boxes = isoBoxes(file, { start: meta.start + 4, end: meta.end }, maxBoxes);
  const find = (name: string): IsoBox | undefined => boxes.find((box) => box.name === name);
  const [primary, info, places, references, properties] = ['pitm', 'iinf', 'iloc', 'iref', 'iprp'].map(find);
  if (primary === undefined || info === undefined || places === undefined) throw broken();
  const parts = properties === undefined ? [] : isoBoxes(file, properties, maxBoxes);
  const container = parts.find(({ name }) => name === 'ipco');
  return {
    top,
    boxes,
    primaryId: file.readUIntBE(primary.start + 4, file.readUInt8(primary.start) === 0 ? 2 : 4),
    items: readEntries(file, info),
    references: references === undefined ? [] : readReferences(file, references),
    locations: readLocations(file, places),
    properties: container === undefined ? [] : isoBoxes(file, container, maxBoxes),
    associations: readAssociations(
      file,
      parts.filter(({ name }) => name === 'ipma'),
    ),
  };
}

function readEntries(file: Buffer, { start, end }: IsoBox): ReadonlyMap<number, HeifItem> {
  const countBytes = file.readUInt8(start) === 0 ? 2 : 4;
  const items = new Map<number, HeifItem>();
  for (const box of isoBoxes(file, { start: start + 4 + countBytes, end }, maxItems)) {
    const version = file.readUInt8(box.start);
    if (box.name !== 'infe' || version < 2) continue;
    const idBytes = version === 2 ? 2 : 4;
    const id = file.readUIntBE(box.start + 4, idBytes);
    const typeAt = box.start + 4 + idBytes + 2;
    const offset = box.start - 8;
    const entry = { offset, length: box.end - offset };
    items.set(id, { id, type: file.toString('latin1', typeAt, typeAt + 4), entry });
  }
  return items;
}

function readReferences(file: Buffer, { start, end }: IsoBox): readonly HeifReference[] {
  const idBytes = file.readUInt8(start) === 0 ? 2 : 4;
  return isoBoxes(file, { start: start + 4, end }, maxItems).map((box) => {
    const count = file.readUInt16BE(box.start + idBytes);
    const first = box.start + idBytes + 2;
    if (first + count * idBytes > box.end) throw broken();
    const to = Array.from({ length: count }, (_, index) => file.readUIntBE(first + index * idBytes, idBytes));
    return { type: box.name, from: file.readUIntBE(box.start, idBytes), to };
  });
}

function readLocations(file: Buffer, { start, end }: IsoBox): ReadonlyMap<number, HeifLocation> {
  const version = file.readUInt8(start);
  const sizes = file.readUInt8(start + 4);
  const others = file.readUInt8(start + 5);
  const offsetBytes = sizes >> 4;
  const lengthBytes = sizes & 15;
  const baseBytes = others >> 4;
  const indexBytes = version === 0 ? 0 : others & 15;
  const idBytes = version < 2 ? 2 : 4;
  const reader = createReader(file, start + 6, end);
  const locations = new Map<number, HeifLocation>();
  const count = Math.min(reader.read(idBytes), maxItems);
  let extentsLeft = maxExtents;
  for (let item = 0; item < count; item += 1) {
    const id = reader.read(idBytes);
    const method = version === 0 ? 0 : reader.read(2) & 15;
    if (reader.read(2) !== 0) throw new UndecodableError('the data of the items is in another file');
    const base = reader.read(baseBytes);
    const extentCount = reader.read(2);
    extentsLeft -= extentCount;
    if (extentsLeft < 0) throw broken();
    const extents = Array.from({ length: extentCount }, () => {
      const index = reader.read(indexBytes);
      const offset = base + reader.read(offsetBytes);
      const length = reader.read(lengthBytes);
      return { index, offset, length: length === 0 && method === 0 ? file.length - offset : length };
    });
    locations.set(id, { method, extents });
  }
  return locations;
}

function createReader(file: Buffer, from: number, end: number) {
  let at = from;
  return {
    /** Reads a big-endian number of 0, 1, 2, 4 or 8 bytes. */
    read(width: number): number {
      if (at + width > end) throw broken();
      const position = at;
      at += width;
      if (width === 0) return 0;
      if (width === 8) return Number(file.readBigUInt64BE(position));
      return file.readUIntBE(position, width);
    },
  };
}

function readAssociations(
  file: Buffer,
  boxes: readonly IsoBox[],
): ReadonlyMap<number, readonly HeifAssociation[]> {
  const associations = new Map<number, readonly HeifAssociation[]>();
  for (const { start, end } of boxes) {
    const idBytes = file.readUInt8(start) < 1 ? 2 : 4;
    const indexBytes = (file.readUInt8(start + 3) & 1) === 1 ? 2 : 1;
    const essential = indexBytes === 2 ? 0x8000 : 0x80;
    const reader = createReader(file, start + 4, end);
    const count = Math.min(reader.read(4), maxItems);
    for (let item = 0; item < count; item += 1) {
      const id = reader.read(idBytes);
      const own = Array.from({ length: reader.read(1) }, () => {
        const value = reader.read(indexBytes);
        return { property: value & (essential - 1), isEssential: (value & essential) !== 0 };
      });
      associations.set(id, [...(associations.get(id) ?? []), ...own]);
    }
  }
  return associations;
}
