import type { IsoBox } from '../bytes/iso-boxes.ts';
import { isoBoxes } from '../bytes/iso-boxes.ts';
import type { ByteRange } from '../jpeg/jpeg-structure.ts';
import { buildBox, buildNumber, buildNumbers } from './build-boxes.ts';
import { createMapping } from './byte-ranges.ts';
import type { HeifLocation, HeifMeta } from './read-items.ts';

/** The items of a new file. */
export interface NewItems {
  readonly meta: HeifMeta;
  readonly removed: ReadonlySet<number>;
  /** The ranges of the item data box that stay. */
  readonly inBox: readonly ByteRange[];
  /** Maps a position of the old file to the new one. */
  readonly mapOffset: (offset: number) => number;
}

/** Texts that people give an image. */
export const personalProperties: readonly string[] = ['udes', 'altt'];
const copiedBoxes: readonly string[] = ['hdlr', 'dinf', 'pitm', 'ipro'];
const maxGroups = 10_000;
const maxShort = 0xffff;

/** Describes the items that stay, with their references, properties and positions. Its length does not depend on the positions. */
export function buildMeta(file: Buffer, items: NewItems): Buffer {
  const { boxes, top } = items.meta;
  const version = top.find(({ name }) => name === 'meta')?.start ?? 0;
  const contents = boxes.flatMap((box) => {
    if (copiedBoxes.includes(box.name)) return [file.subarray(box.start - 8, box.end)];
    return rewriters[box.name]?.(file, box, items) ?? [];
  });
  return buildBox('meta', file.subarray(version, version + 4), ...contents);
}

type Rewriter = (file: Buffer, box: IsoBox, items: NewItems) => readonly Buffer[];

const rewriters: Readonly<Record<string, Rewriter | undefined>> = {
  iinf: writeEntries,
  iloc: writeLocations,
  iref: writeReferences,
  iprp: writeProperties,
  idat: writeItemData,
  grpl: writeGroups,
};

/** The boxes of the description that stay. */
export const knownMetaBoxes: readonly string[] = [...copiedBoxes, ...Object.keys(rewriters)];

function writeEntries(file: Buffer, { start }: IsoBox, { meta, removed }: NewItems): readonly Buffer[] {
  const kept = Array.from(meta.items.values()).filter(({ id }) => !removed.has(id));
  const entries = kept.map(({ entry: { offset, length } }) => file.subarray(offset, offset + length));
  const countBytes = file.readUInt8(start) === 0 ? 2 : 4;
  return [
    buildBox('iinf', file.subarray(start, start + 4), buildNumber(kept.length, countBytes), ...entries),
  ];
}

function writeLocations(_file: Buffer, _box: IsoBox, items: NewItems): readonly Buffer[] {
  const kept = Array.from(items.meta.locations).filter(([id]) => !items.removed.has(id));
  const hasLongIds = kept.some(([id]) => id > maxShort);
  const hasMethods = kept.some(([, { method }]) => method !== 0);
  const version = hasLongIds ? 2 : hasMethods ? 1 : 0;
  const idBytes = version === 2 ? 4 : 2;
  const indexBytes = kept.some(([, { method }]) => method === 2) ? 4 : 0;
  const mapInBox = createMapping(items.inBox, 0);
  const map = ({ method }: HeifLocation, offset: number): number => {
    if (method === 0) return items.mapOffset(offset);
    return method === 1 ? mapInBox(offset) : offset;
  };
  const entries = kept.map(([id, location]) =>
    Buffer.concat([
      buildNumber(id, idBytes),
      buildNumber(location.method, version === 0 ? 0 : 2),
      buildNumbers([0, location.extents.length], 2),
      ...location.extents.map(({ index, offset, length }) =>
        Buffer.concat([
          buildNumber(index, indexBytes),
          buildNumbers([length === 0 ? 0 : map(location, offset), length], 4),
        ]),
      ),
    ]),
  );
  const header = Buffer.from([version, 0, 0, 0, 0x44, indexBytes]);
  return [buildBox('iloc', header, buildNumber(kept.length, idBytes), ...entries)];
}

function writeReferences(file: Buffer, { start }: IsoBox, { meta, removed }: NewItems): readonly Buffer[] {
  const idBytes = file.readUInt8(start) === 0 ? 2 : 4;
  const kept = meta.references.flatMap(({ type, from, to }) => {
    const targets = to.filter((id) => !removed.has(id));
    if (removed.has(from) || targets.length === 0) return [];
    return [
      buildBox(
        type,
        buildNumber(from, idBytes),
        buildNumber(targets.length, 2),
        buildNumbers(targets, idBytes),
      ),
    ];
  });
  return kept.length === 0 ? [] : [buildBox('iref', file.subarray(start, start + 4), ...kept)];
}

function writeProperties(file: Buffer, _box: IsoBox, { meta, removed }: NewItems): readonly Buffer[] {
  const isPersonal = (property: number): boolean =>
    personalProperties.includes(meta.properties[property - 1]?.name ?? '');
  const kept = Array.from(meta.associations).filter(([id]) => !removed.has(id));
  const used = new Set(
    kept
      .flatMap(([, list]) => list.map(({ property }) => property))
      .filter((property) => !isPersonal(property)),
  );
  const order = Array.from(used)
    .filter((property) => property > 0 && property <= meta.properties.length)
    .toSorted((a, b) => a - b);
  const numbers = new Map(order.map((property, index) => [property, index + 1]));
  const properties = order.flatMap((property) => {
    const box = meta.properties[property - 1];
    return box === undefined ? [] : [file.subarray(box.start - 8, box.end)];
  });
  const indexBytes = order.length > 0x7f ? 2 : 1;
  const idBytes = kept.some(([id]) => id > maxShort) ? 4 : 2;
  const entries = kept.map(([id, list]) => {
    const own = list.flatMap(({ property, isEssential }) => {
      const number = numbers.get(property);
      return number === undefined ? [] : [number + (isEssential ? 2 ** (8 * indexBytes - 1) : 0)];
    });
    return Buffer.concat([
      buildNumber(id, idBytes),
      buildNumber(own.length, 1),
      buildNumbers(own, indexBytes),
    ]);
  });
  const header = Buffer.from([idBytes === 4 ? 1 : 0, 0, 0, indexBytes - 1]);
  const associations = buildBox('ipma', header, buildNumber(kept.length, 4), ...entries);
  return [buildBox('iprp', buildBox('ipco', ...properties), associations)];
}

function writeItemData(file: Buffer, { start, end }: IsoBox, { inBox }: NewItems): readonly Buffer[] {
  if (inBox.some(({ offset, length }) => start + offset + length > end))
    throw new RangeError('behind the item data');
  const kept = inBox.map(({ offset, length }) => file.subarray(start + offset, start + offset + length));
  return kept.length === 0 ? [] : [buildBox('idat', ...kept)];
}

/** Groups of items, such as an image and its alternative for another display (ISO/IEC 14496-12 §8.18). */
function writeGroups(file: Buffer, box: IsoBox, { removed }: NewItems): readonly Buffer[] {
  const groups = isoBoxes(file, box, maxGroups).flatMap(({ name, start, end }) => {
    const count = Math.min(file.readUInt32BE(start + 8), Math.floor((end - start - 12) / 4));
    const ids = Array.from({ length: count }, (_, index) => file.readUInt32BE(start + 12 + index * 4));
    const kept = ids.filter((id) => !removed.has(id));
    const rest = file.subarray(start + 12 + count * 4, end);
    if (kept.length === 0) return [];
    return [
      buildBox(
        name,
        file.subarray(start, start + 8),
        buildNumber(kept.length, 4),
        buildNumbers(kept, 4),
        rest,
      ),
    ];
  });
  return groups.length === 0 ? [] : [buildBox('grpl', ...groups)];
}
