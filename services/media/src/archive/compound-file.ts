import { UndecodableError } from '../limits/undecodable-error.ts';

/** A compound file (MS-CFB): streams in a tree of storages, of which only the outermost are read. */
export interface CompoundFile {
  /** Of streams and storages. */
  readonly names: readonly string[];
  /** The content of a stream; undefined when there is none of that name. */
  read(name: string): Buffer | undefined;
}

interface Entry {
  readonly name: string;
  readonly isStream: boolean;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

const headerBytes = 512;
const entryBytes = 128;
/** Sector numbers from here on are marks: of the end of a chain, of free sectors, of none. */
const firstMark = 0xffff_fffa;
const miniSectorBytes = 64;
const miniStreamBelow = 4096;

/**
 * Reads the directory of a compound file.
 * @throws UndecodableError when its sectors are not where it says, or lead in circles
 */
export function openCompoundFile(file: Buffer): CompoundFile {
  if (file.length < headerBytes) damaged();
  const shift = file.readUInt16LE(0x1e) === 12 ? 12 : 9;
  const sector = (number: number): Buffer => {
    const start = (number + 1) * 2 ** shift;
    if (start >= file.length) damaged();
    return file.subarray(start, start + 2 ** shift);
  };
  const table = readNumbers(allocationSectors(file, sector).map(sector));
  const chain = (start: number): Buffer => Buffer.concat(follow(table, start).map(sector));
  const entries = readEntries(chain(file.readUInt32LE(0x30)));
  const [root] = entries;
  if (root === undefined) damaged();
  const inRoot = new Map(childrenOf(root, entries).map((entry) => [entry.name, entry]));
  return {
    names: [...inRoot.keys()],
    read(name) {
      const entry = inRoot.get(name);
      if (entry?.isStream !== true) return undefined;
      if (entry.size >= miniStreamBelow) return chain(entry.start).subarray(0, entry.size);
      const miniTable = readNumbers([chain(file.readUInt32LE(0x3c))]);
      const miniStream = chain(root.start);
      const sectors = follow(miniTable, entry.start).map((number) =>
        miniStream.subarray(number * miniSectorBytes, (number + 1) * miniSectorBytes),
      );
      return Buffer.concat(sectors).subarray(0, entry.size);
    },
  };
}

/** Which sectors hold the allocation table: the first 109 stand in the header, the rest in sectors chained by their last number. */
function allocationSectors(file: Buffer, sector: (number: number) => Buffer): readonly number[] {
  const numbers = [...readNumbers([file.subarray(0x4c, headerBytes)])];
  const visited = new Set<number>();
  let next = file.readUInt32LE(0x44);
  while (next < firstMark) {
    if (visited.has(next)) damaged();
    visited.add(next);
    const content = [...readNumbers([sector(next)])];
    next = content.pop() ?? firstMark;
    numbers.push(...content);
  }
  const used = numbers.filter((number) => number < firstMark);
  if (new Set(used).size < used.length) damaged();
  return used;
}

function readNumbers(sectors: readonly Buffer[]): Uint32Array {
  const bytes = Buffer.concat(sectors);
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(index * 4));
}

/** The sectors of a chain, each at most once. */
function follow(table: Uint32Array, start: number): readonly number[] {
  const numbers: number[] = [];
  for (let next = start; next < firstMark; next = table[next] ?? damaged()) {
    numbers.push(next);
    if (numbers.length > table.length) damaged();
  }
  return numbers;
}

function readEntries(directory: Buffer): readonly Entry[] {
  return Array.from({ length: Math.floor(directory.length / entryBytes) }, (_, index) => {
    const entry = directory.subarray(index * entryBytes, (index + 1) * entryBytes);
    const nameBytes = Math.min(Math.max(entry.readUInt16LE(0x40) - 2, 0), 62);
    return {
      name: entry.toString('utf16le', 0, nameBytes),
      isStream: entry[0x42] === 2,
      left: entry.readUInt32LE(0x44),
      right: entry.readUInt32LE(0x48),
      child: entry.readUInt32LE(0x4c),
      start: entry.readUInt32LE(0x74),
      size: entry.readUInt32LE(0x78),
    };
  });
}

/** What lies in a storage, a binary tree of its own. */
function childrenOf({ child }: Entry, entries: readonly Entry[]): readonly Entry[] {
  const found = new Set<Entry>();
  const open = [child];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const entry = entries[index];
    if (entry === undefined || found.has(entry)) continue;
    found.add(entry);
    open.push(entry.left, entry.right);
  }
  return [...found];
}

function damaged(): never {
  throw new UndecodableError('the file could not be decoded: its sectors are damaged');
}
