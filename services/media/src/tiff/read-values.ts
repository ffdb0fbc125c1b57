import type { IfdName, TiffEntry, TiffStructure } from './tiff-structure.ts';

/** The values of the entries of TIFF data (TIFF 6.0, section 2). Each is null if the entry is missing, damaged or of another type. */
export interface TiffValues {
  /** Returns an ASCII value up to its first NUL, without surrounding space. Writers put UTF-8 into it. Null if it is empty. */
  text(ifd: IfdName, tag: number): string | null;
  /** Returns a single number, or the first one of several fractions. */
  number(ifd: IfdName, tag: number): number | null;
  /** Returns a list of fractions; undefined fractions are NaN. */
  fractions(ifd: IfdName, tag: number): readonly number[] | null;
  /** Returns the bytes of a BYTE or UNDEFINED value. */
  bytes(ifd: IfdName, tag: number): Uint8Array | null;
}

const maxTextBytes = 1 << 20;
const maxFractions = 100;

type ReadNumber = (view: DataView, littleEndian: boolean) => number;

const readNumber: ReadonlyMap<number, ReadNumber> = new Map<number, ReadNumber>([
  [3, (view, littleEndian) => view.getUint16(0, littleEndian)],
  [4, (view, littleEndian) => view.getUint32(0, littleEndian)],
  [6, (view) => view.getInt8(0)],
  [8, (view, littleEndian) => view.getInt16(0, littleEndian)],
  [9, (view, littleEndian) => view.getInt32(0, littleEndian)],
  [11, (view, littleEndian) => view.getFloat32(0, littleEndian)],
  [12, (view, littleEndian) => view.getFloat64(0, littleEndian)],
  [13, (view, littleEndian) => view.getUint32(0, littleEndian)],
]);

const readFraction: ReadonlyMap<number, ReadNumber> = new Map<number, ReadNumber>([
  [5, (view, littleEndian) => view.getUint32(0, littleEndian) / view.getUint32(4, littleEndian)],
  [10, (view, littleEndian) => view.getInt32(0, littleEndian) / view.getInt32(4, littleEndian)],
]);

/** @param bytes the bytes that were walked */
export function openValues(bytes: Uint8Array, { ifds, littleEndian }: TiffStructure): TiffValues {
  const find = (name: IfdName, tag: number): (TiffEntry & { readonly data: Uint8Array }) | undefined => {
    const entry = ifds.find((ifd) => ifd.name === name)?.entries.findLast((one) => one.tag === tag);
    if (entry === undefined || entry.value === null || entry.count < 1) return undefined;
    const { offset, length } = entry.value;
    return { ...entry, data: bytes.subarray(offset, offset + length) };
  };
  const fractions: TiffValues['fractions'] = (ifd, tag) => {
    const entry = find(ifd, tag);
    if (entry === undefined) return null;
    const read = readFraction.get(entry.type);
    if (read === undefined) return null;
    return Array.from({ length: Math.min(entry.count, maxFractions) }, (_, index) =>
      read(openView(entry.data.subarray(index * 8)), littleEndian),
    );
  };
  return {
    text(ifd, tag) {
      const entry = find(ifd, tag);
      return entry?.type === 2 ? decodeText(entry.data) : null;
    },
    number(ifd, tag) {
      const entry = find(ifd, tag);
      if (entry === undefined) return null;
      const read = entry.count === 1 ? readNumber.get(entry.type) : undefined;
      const value = read?.(openView(entry.data), littleEndian) ?? fractions(ifd, tag)?.[0] ?? Number.NaN;
      return Number.isFinite(value) ? value : null;
    },
    fractions,
    bytes(ifd, tag) {
      const entry = find(ifd, tag);
      return entry !== undefined && [1, 7].includes(entry.type) ? entry.data : null;
    },
  };
}

function openView(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

function decodeText(data: Uint8Array): string | null {
  const end = data.indexOf(0);
  const text = data.subarray(0, Math.min(end < 0 ? data.length : end, maxTextBytes));
  const trimmed = Buffer.from(text).toString('utf8').trim();
  return trimmed === '' ? null : trimmed;
}
