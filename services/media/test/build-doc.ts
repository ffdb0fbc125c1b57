const sectorBytes = 512;
const endOfChain = 0xffff_fffe;
const free = 0xffff_ffff;
const tableMark = 0xffff_fffd;

/** A compound file of those streams, each of at least 4,096 bytes: shorter ones are filled up with zeros. */
export function compoundFileOf(streams: Readonly<Record<string, Buffer>>): Buffer {
  const contents = Object.entries(streams).map(([name, content]) => {
    const size = Math.max(4096, Math.ceil(content.length / sectorBytes) * sectorBytes);
    return { name, content: Buffer.concat([content, Buffer.alloc(size - content.length)]) };
  });
  const table = [tableMark, endOfChain];
  const entries = [directoryEntry('Root Entry', 5, { child: 1, start: endOfChain, size: 0 })];
  for (const [index, { name, content }] of contents.entries()) {
    const start = table.length;
    const count = content.length / sectorBytes;
    for (let sector = 1; sector < count; sector += 1) table.push(start + sector);
    table.push(endOfChain);
    const right = index + 1 < contents.length ? index + 2 : free;
    entries.push(directoryEntry(name, 2, { right, start, size: content.length }));
  }
  const header = Buffer.alloc(sectorBytes, 0xff);
  header.fill(0, 0, 0x4c);
  header.write('d0cf11e0a1b11ae1', 'hex');
  header.writeUInt16LE(0x3e, 0x18);
  header.writeUInt16LE(3, 0x1a);
  header.writeUInt16LE(0xfffe, 0x1c);
  header.writeUInt16LE(9, 0x1e);
  header.writeUInt16LE(6, 0x20);
  header.writeUInt32LE(1, 0x2c);
  header.writeUInt32LE(1, 0x30);
  header.writeUInt32LE(4096, 0x38);
  header.writeUInt32LE(endOfChain, 0x3c);
  header.writeUInt32LE(endOfChain, 0x44);
  header.writeUInt32LE(0, 0x4c);
  const numbers = Buffer.alloc(sectorBytes, 0xff);
  table.forEach((number, index) => numbers.writeUInt32LE(number, index * 4));
  const directory = Buffer.concat([...entries, Buffer.alloc(sectorBytes)]).subarray(0, sectorBytes);
  return Buffer.concat([header, numbers, directory, ...contents.map(({ content }) => content)]);
}

interface Place {
  readonly child?: number;
  readonly right?: number;
  readonly start: number;
  readonly size: number;
}

function directoryEntry(name: string, type: number, { child, right, start, size }: Place): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 'utf16le');
  entry.writeUInt16LE(name.length * 2 + 2, 0x40);
  entry[0x42] = type;
  entry[0x43] = 1;
  entry.writeUInt32LE(free, 0x44);
  entry.writeUInt32LE(right ?? free, 0x48);
  entry.writeUInt32LE(child ?? free, 0x4c);
  entry.writeUInt32LE(start, 0x74);
  entry.writeUInt32LE(size, 0x78);
  return entry;
}

export interface DocOptions {
  readonly flags?: number;
  readonly version?: number;
}

/** The streams of a Word 97 document whose text is one piece of eight bits a character and one of sixteen. */
export function docStreams(
  narrow: string,
  wide: string,
  { flags = 0, version = 0xc1 }: DocOptions = {},
): Readonly<Record<string, Buffer>> {
  const word = Buffer.alloc(2048 + narrow.length + wide.length * 2);
  word.writeUInt16LE(0xa5ec, 0);
  word.writeUInt16LE(version, 2);
  word.writeUInt16LE(0x0200 | flags, 0x0a);
  word.writeUInt16LE(14, 0x20);
  word.writeUInt16LE(22, 0x3e);
  word.writeUInt32LE(narrow.length + wide.length, 0x4c);
  word.writeUInt16LE(93, 0x98);
  word.writeUInt32LE(5 + 28, 0x1a6);
  word.write(narrow, 2048, 'latin1');
  word.write(wide, 2048 + narrow.length, 'utf16le');
  const plex = Buffer.alloc(28);
  plex.writeUInt32LE(narrow.length, 4);
  plex.writeUInt32LE(narrow.length + wide.length, 8);
  plex.writeUInt32LE((2048 * 2) | 0x4000_0000, 14);
  plex.writeUInt32LE(2048 + narrow.length, 22);
  return {
    WordDocument: word,
    '1Table': Buffer.concat([Buffer.from([2, 28, 0, 0, 0]), plex]),
    '\u0005SummaryInformation': summaryOf(),
  };
}

export const docOf = (narrow: string, wide: string, options?: DocOptions): Buffer =>
  compoundFileOf(docStreams(narrow, wide, options));

/** Author, revision number and the time of making. */
function summaryOf(): Buffer {
  const text = (value: string): Buffer => {
    const bytes = Buffer.alloc(8 + Math.ceil((value.length + 1) / 4) * 4);
    bytes.writeUInt32LE(30, 0);
    bytes.writeUInt32LE(value.length + 1, 4);
    bytes.write(value, 8, 'latin1');
    return bytes;
  };
  const time = Buffer.alloc(12);
  time.writeUInt32LE(64, 0);
  time.writeBigUInt64LE((BigInt(Date.UTC(2003, 4, 6, 7, 8, 9)) + 11_644_473_600_000n) * 10_000n, 4);
  const values: readonly (readonly [number, Buffer])[] = [
    [4, text('J\xf6rg')],
    [9, text('12')],
    [12, time],
  ];
  const index = Buffer.alloc(8 + values.length * 8);
  index.writeUInt32LE(values.length, 4);
  let at = index.length;
  values.forEach(([id, value], position) => {
    index.writeUInt32LE(id, 8 + position * 8);
    index.writeUInt32LE(at, 12 + position * 8);
    at += value.length;
  });
  index.writeUInt32LE(at, 0);
  const head = Buffer.alloc(48);
  head.writeUInt16LE(0xfffe, 0);
  head.writeUInt32LE(1, 24);
  head.write('e0859ff2f94f6810ab9108002b27b3d9', 28, 'hex');
  head.writeUInt32LE(48, 44);
  return Buffer.concat([head, index, ...values.map(([, value]) => value)]);
}
