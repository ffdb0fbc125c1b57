import type { IsoBox } from '../bytes/iso-boxes.ts';
import { UndecodableError } from '../limits/undecodable-error.ts';
import { buildBox } from '../heif/build-boxes.ts';
import { buildMeta, knownMetaBoxes, personalProperties } from '../heif/build-meta.ts';
import { createMapping, subtract, sumLengths, unite } from '../heif/byte-ranges.ts';
import { readHeifItems } from '../heif/read-items.ts';
import type { HeifMeta } from '../heif/read-items.ts';
import { rewriteMovie } from '../heif/rewrite-movie.ts';
import { selectMetadata } from '../heif/select-items.ts';
import type { ByteRange } from '../jpeg/jpeg-structure.ts';
import { createPartList } from './file-part.ts';
import type { FilePart } from './file-part.ts';

/** The boxes of a file that images need. Others hold Content Credentials, videos and padding. */
const keptBoxes: readonly string[] = ['ftyp', 'meta', 'moov', 'mdat'];
const boxHeaderBytes = 8;
const maxPieces = 100_000;

/**
 * Strips a HEIC or AVIF file (ISO/IEC 23008-12): its EXIF, XMP and thumbnail items with their data, and boxes that no image needs. Images, gain maps and depth maps stay with
 * their coded data; a file of several frames keeps its tracks.
 */
export function stripHeif(bytes: Uint8Array): readonly FilePart[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const meta = readHeifItems(file);
  const removed = selectMetadata(meta);
  if (removed.has(meta.primaryId) || !meta.items.has(meta.primaryId)) throw broken();
  const data = selectData(file, meta, removed);
  const plan = { meta, removed, data };
  return hasNothingToRemove(file, plan) ? [{ offset: 0, length: bytes.length }] : buildFile(file, plan);
}

function broken(): UndecodableError {
  return new UndecodableError('the items of the file cannot be followed to its end');
}

interface ItemData {
  /** The ranges of the file that stay. */
  readonly inFile: readonly ByteRange[];
  /** The ranges of the item data box that stay, counted from its start. */
  readonly inBox: readonly ByteRange[];
}

/** Selects the data of the items that stay. Frames of tracks are in the same boxes: then all stays that belongs to no removed item. */
function selectData(file: Buffer, meta: HeifMeta, removed: ReadonlySet<number>): ItemData {
  const list = (method: number, isRemoved: boolean): readonly ByteRange[] =>
    Array.from(meta.locations).flatMap(([id, location]) =>
      location.method === method && removed.has(id) === isRemoved ? location.extents : [],
    );
  const kept = unite(list(0, false));
  const isInside = kept.every(({ offset, length }) => offset + length <= file.length);
  if (!isInside || kept.length > maxPieces) throw broken();
  const hasTracks = meta.top.some(({ name }) => name === 'moov');
  const gone = hasTracks ? unite(list(0, true)).flatMap((range) => subtract(range, kept)) : [];
  const tracks = hasTracks ? listMediaData(meta).flatMap((range) => subtract(range, gone)) : [];
  return { inFile: unite([...kept, ...tracks]), inBox: unite(list(1, false)) };
}

function listMediaData({ top }: HeifMeta): readonly ByteRange[] {
  return top
    .filter(({ name }) => name === 'mdat')
    .map(({ start, end }) => ({ offset: start, length: end - start }));
}

interface Plan {
  readonly meta: HeifMeta;
  readonly removed: ReadonlySet<number>;
  readonly data: ItemData;
}

/** Describes the items, whose box is as long for any positions, and puts their data behind it. */
function buildFile(file: Buffer, { meta, removed, data }: Plan): readonly FilePart[] {
  const type = meta.top.find(({ name }) => name === 'ftyp');
  if (type === undefined) throw broken();
  const movie = meta.top.find(({ name }) => name === 'moov');
  const describe = (mapOffset: (offset: number) => number): readonly Buffer[] => [
    buildMeta(file, { meta, removed, inBox: data.inBox, mapOffset }),
    ...(movie === undefined ? [] : [rewriteMovie(file, movie, mapOffset)]),
  ];
  const typeRange = wholeBox(type);
  try {
    const descriptionBytes = sumLengths(describe(() => 0).map(({ length }) => ({ offset: 0, length })));
    const start = typeRange.length + descriptionBytes + boxHeaderBytes;
    const header = buildBox('mdat').subarray(0, boxHeaderBytes);
    header.writeUInt32BE(boxHeaderBytes + sumLengths(data.inFile));
    const list = createPartList();
    const description = describe(createMapping(data.inFile, start));
    for (const part of [typeRange, ...description, header, ...data.inFile]) list.add(part);
    return list.parts;
  } catch (error) {
    if (error instanceof RangeError) throw broken();
    throw error;
  }
}

function wholeBox({ start, end }: IsoBox): ByteRange {
  return { offset: start - boxHeaderBytes, length: end - start + boxHeaderBytes };
}

/** Returns true for a file whose boxes, items and data all stay. */
function hasNothingToRemove(file: Buffer, { meta, removed, data }: Plan): boolean {
  const end = meta.top.at(-1)?.end ?? 0;
  const movie = meta.top.find(({ name }) => name === 'moov');
  const isMovieKept =
    movie === undefined ||
    rewriteMovie(file, movie, (offset) => offset).equals(
      file.subarray(movie.start - boxHeaderBytes, movie.end),
    );
  return (
    removed.size === 0 &&
    end === file.length &&
    meta.top.every(({ name }) => keptBoxes.includes(name)) &&
    meta.boxes.every(({ name }) => knownMetaBoxes.includes(name)) &&
    meta.properties.every(({ name }) => !personalProperties.includes(name)) &&
    listMediaData(meta).every((range) => subtract(range, data.inFile).length === 0) &&
    meta.boxes.every((box) => box.name !== 'idat' || isCovered(box, data.inBox)) &&
    isMovieKept
  );
}

function isCovered({ start, end }: IsoBox, inBox: readonly ByteRange[]): boolean {
  return subtract({ offset: 0, length: end - start }, inBox).length === 0;
}
