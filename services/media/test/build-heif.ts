import { isoBoxes } from '../src/bytes/iso-boxes.ts';
import { buildBox, buildNumber, buildNumbers } from '../src/heif/build-boxes.ts';
import { readHeifItems } from '../src/heif/read-items.ts';

/** An item of a built file. */
export interface BuiltItem {
  readonly id: number;
  readonly type: string;
  readonly data?: Uint8Array;
  /** Boxes. */
  readonly properties?: readonly Uint8Array[];
  readonly references?: readonly { readonly type: string; readonly to: readonly number[] }[];
  /** Positions and lengths that are stated instead of the real ones. */
  readonly extents?: readonly (readonly [number, number])[];
}

export interface BuiltFile {
  readonly brand: 'heic' | 'avif';
  readonly items: readonly BuiltItem[];
  /** Boxes behind those of the image. */
  readonly others?: readonly Uint8Array[];
}

/** Builds a HEIC or AVIF file whose first item is the image. */
export function buildHeif({ brand, items, others = [] }: BuiltFile): Buffer {
  const type = buildBox('ftyp', Buffer.from(`${brand}\0\0\0\0mif1${brand}`, 'latin1'));
  const build = (dataAt: number): Buffer =>
    buildBox(
      'meta',
      Buffer.alloc(4),
      buildBox('hdlr', Buffer.from('\0\0\0\0\0\0\0\0pict\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')),
      buildBox(
        'pitm',
        buildNumbers([0, items[0]?.id ?? 0], 4).subarray(0, 4),
        buildNumber(items[0]?.id ?? 0, 2),
      ),
      buildBox('iinf', Buffer.alloc(4), buildNumber(items.length, 2), ...items.map(buildEntry)),
      buildLocations(items, dataAt),
      buildReferences(items),
      buildProperties(items),
    );
  const meta = build(type.length + build(0).length + 8);
  return Buffer.concat([
    type,
    meta,
    buildBox('mdat', ...items.map(({ data }) => data ?? new Uint8Array())),
    ...others,
  ]);
}

function buildEntry({ id, type }: BuiltItem): Buffer {
  const mime = type === 'mime' ? 'application/rdf+xml\0' : '';
  return buildBox(
    'infe',
    Buffer.from([2, 0, 0, 0]),
    buildNumbers([id, 0], 2),
    Buffer.from(`${type}\0${mime}`, 'latin1'),
  );
}

function buildLocations(items: readonly BuiltItem[], dataAt: number): Buffer {
  let at = dataAt;
  const entries = items.map(({ id, data, extents }) => {
    const length = data?.length ?? 0;
    const own = extents ?? (length === 0 ? [] : [[at, length] as const]);
    at += length;
    return Buffer.concat([
      buildNumbers([id, 0, 0, own.length], 2),
      ...own.map(([offset, size]) => buildNumbers([offset, size], 4)),
    ]);
  });
  return buildBox('iloc', Buffer.from([1, 0, 0, 0, 0x44, 0]), buildNumber(items.length, 2), ...entries);
}

function buildReferences(items: readonly BuiltItem[]): Buffer {
  const boxes = items.flatMap(({ id, references = [] }) =>
    references.map(({ type, to }) => buildBox(type, buildNumbers([id, to.length, ...to], 2))),
  );
  return boxes.length === 0 ? Buffer.alloc(0) : buildBox('iref', Buffer.alloc(4), ...boxes);
}

function buildProperties(items: readonly BuiltItem[]): Buffer {
  const properties = items.flatMap((item) => item.properties ?? []);
  let number = 0;
  const entries = items.map(({ id, properties: own = [] }) =>
    Buffer.concat([
      buildNumber(id, 2),
      buildNumber(own.length, 1),
      buildNumbers(
        own.map(() => (number += 1)),
        2,
      ),
    ]),
  );
  const header = Buffer.from([0, 0, 0, 1]);
  const associations = buildBox('ipma', header, buildNumber(items.length, 4), ...entries);
  return buildBox('iprp', buildBox('ipco', ...properties), associations);
}

export function sizeProperty(width: number, height: number): Buffer {
  return buildBox('ispe', buildNumbers([0, width, height], 4));
}

export function auxiliaryProperty(type: string): Buffer {
  return buildBox('auxC', Buffer.alloc(4), Buffer.from(`${type}\0`, 'latin1'));
}

/** The data of an image of tiles: rows and columns, and the size of the whole. */
export function gridData(rows: number, columns: number, [width, height]: readonly [number, number]): Buffer {
  return Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), buildNumbers([width, height], 4)]);
}

/** Takes the coded image of a file with its properties. */
export function takeImage(bytes: Uint8Array): Pick<BuiltItem, 'type' | 'data' | 'properties'> {
  const file = Buffer.from(bytes);
  const { items, locations, properties, associations, primaryId } = readHeifItems(file);
  const [extent] = locations.get(primaryId)?.extents ?? [];
  const own = (associations.get(primaryId) ?? []).flatMap(({ property }) => properties[property - 1] ?? []);
  return {
    type: items.get(primaryId)?.type ?? '',
    data:
      extent === undefined ? new Uint8Array() : file.subarray(extent.offset, extent.offset + extent.length),
    properties: own.map(({ start, end }) => file.subarray(start - 8, end)),
  };
}

/** The names of the boxes of a file. */
export function listBoxes(bytes: Uint8Array): readonly string[] {
  const file = Buffer.from(bytes);
  return isoBoxes(file, { start: 0, end: file.length }, 100).map(({ name }) => name);
}

/** Takes the first frame of an MP4 file with HEVC, as an item. */
export function takeHevc(
  mp4: Uint8Array,
  [width, height]: readonly [number, number],
): Pick<BuiltItem, 'type' | 'data' | 'properties'> {
  const file = Buffer.from(mp4);
  const configuration = file.indexOf('hvcC') - 4;
  const size = file.readUInt32BE(configuration);
  const data = isoBoxes(file, { start: 0, end: file.length }, 100).find(({ name }) => name === 'mdat');
  return {
    type: 'hvc1',
    data: file.subarray(data?.start, data?.end),
    properties: [file.subarray(configuration, configuration + size), sizeProperty(width, height)],
  };
}
