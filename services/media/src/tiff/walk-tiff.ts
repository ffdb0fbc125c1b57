import { byteView } from '../bytes/byte-view.ts';
import type { ByteView } from '../bytes/byte-view.ts';
import type { ByteRange } from '../jpeg/jpeg-structure.ts';
import { readUnsigned } from './read-entry.ts';
import type { Ifd, IfdName, TiffEntry, TiffWalk } from './tiff-structure.ts';

const maxIfds = 64;
const maxEntries = 1_000;
const typeSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];
const pointerTags: ReadonlyMap<number, IfdName> = new Map([
  [0x8769, 'exif'],
  [0x8825, 'gps'],
  [0xa005, 'interop'],
]);
const makerNoteTag = 0x927c;
const thumbnailOffsetTag = 0x0201;
const thumbnailLengthTag = 0x0202;

interface Pending {
  readonly name: IfdName;
  readonly offset: number;
}

/**
 * Walks the directories of TIFF 6.0 data as Exif 2.32 uses them. Reads only inside `range`, visits a directory once, and
 * reads at most 64 directories of 1,000 entries, so hostile loops end.
 */
export function walkTiff(bytes: Uint8Array, range: ByteRange): TiffWalk {
  const view = byteView(bytes, range.offset, range.length);
  const littleEndian = view.startsWith('II*\0');
  if (!littleEndian && !view.startsWith('MM\0*')) return { ok: false, reason: 'no TIFF header' };
  const problems: string[] = [];
  const ifds: Ifd[] = [];
  const queue: Pending[] = [{ name: 'ifd0', offset: view.u32(4, littleEndian) ?? 0 }];
  const seen = new Set<number>();
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (next.offset === 0) continue;
    if (seen.has(next.offset) || ifds.length >= maxIfds) {
      problems.push(`${next.name} points to a directory already read`);
      continue;
    }
    seen.add(next.offset);
    const read = readIfd(view, littleEndian, next);
    problems.push(...read.problems);
    if (read.ifd === null) continue;
    ifds.push(read.ifd);
    queue.push(...onward(bytes, littleEndian, { ifd: read.ifd, next: read.next }));
  }
  if (ifds.length === 0) return { ok: false, reason: 'no readable directory' };
  return { ok: true, tiff: { ...facts(bytes, littleEndian, { view, ifds }), littleEndian, problems } };
}

interface IfdRead {
  readonly ifd: Ifd | null;
  readonly next: number;
  readonly problems: readonly string[];
}

function readIfd(view: ByteView, littleEndian: boolean, pending: Pending): IfdRead {
  const { name, offset } = pending;
  const announced = view.u16(offset, littleEndian);
  if (announced === null) return { ifd: null, next: 0, problems: [`${name} lies outside the data`] };
  const problems: string[] = [];
  const entries: TiffEntry[] = [];
  for (let index = 0; index < Math.min(announced, maxEntries); index += 1) {
    const entry = readEntry(view, littleEndian, offset + 2 + index * 12);
    if (entry === null) break;
    entries.push(entry);
    if (entry.value === null)
      problems.push(`value of tag 0x${entry.tag.toString(16)} in ${name} lies outside the data`);
  }
  if (entries.length < announced) problems.push(`${name} announces more entries than it holds`);
  const sorted = entries.every((entry, index) => index === 0 || entry.tag > (entries[index - 1]?.tag ?? -1));
  const next = name === 'ifd0' || name === 'ifd1' || name === 'further' ? offset + 2 + announced * 12 : -1;
  return {
    ifd: { name, offset, entries, sorted },
    next: (next < 0 ? 0 : view.u32(next, littleEndian)) ?? 0,
    problems,
  };
}

function readEntry(view: ByteView, littleEndian: boolean, at: number): TiffEntry | null {
  const tag = view.u16(at, littleEndian);
  const type = view.u16(at + 2, littleEndian);
  const count = view.u32(at + 4, littleEndian);
  const inline = view.u32(at + 8, littleEndian);
  if (tag === null || type === null || count === null || inline === null) return null;
  const length = (typeSizes[type] ?? 1) * count;
  const offset = length <= 4 ? at + 8 : inline;
  const inside = offset + length <= view.length;
  return { tag, type, count, value: inside ? { offset: view.start + offset, length } : null };
}

/** Directories that this one points to, the chained one last. */
function onward(bytes: Uint8Array, littleEndian: boolean, from: { ifd: Ifd; next: number }): Pending[] {
  const pending: Pending[] = [];
  for (const entry of from.ifd.entries) {
    const name = pointerTags.get(entry.tag);
    if (name !== undefined) pending.push({ name, offset: readUnsigned(bytes, littleEndian, entry) ?? 0 });
  }
  if (from.next !== 0)
    pending.push({ name: from.ifd.name === 'ifd0' ? 'ifd1' : 'further', offset: from.next });
  return pending;
}

function facts(bytes: Uint8Array, littleEndian: boolean, read: { view: ByteView; ifds: Ifd[] }) {
  const entryOf = (name: IfdName, tag: number): TiffEntry | undefined =>
    read.ifds.find((ifd) => ifd.name === name)?.entries.find((entry) => entry.tag === tag);
  const number = (name: IfdName, tag: number): number | null => {
    const entry = entryOf(name, tag);
    return entry === undefined ? null : readUnsigned(bytes, littleEndian, entry);
  };
  const offset = number('ifd1', thumbnailOffsetTag);
  const length = number('ifd1', thumbnailLengthTag);
  const inside = offset !== null && length !== null && length > 0 && read.view.slice(offset, length) !== null;
  return {
    ifds: [...read.ifds].sort((one, other) => one.offset - other.offset),
    makerNote: entryOf('exif', makerNoteTag)?.value ?? null,
    thumbnail: inside ? { offset: read.view.start + offset, length } : null,
    hasIfd1: read.ifds.some((ifd) => ifd.name === 'ifd1'),
  };
}
