/** The beginning of a Word 97 to 2003 document ([MS-DOC] §2.5). */
export interface WordHeader {
  readonly isEncrypted: boolean;
  /** Which of the two streams holds its tables. */
  readonly tableName: '0Table' | '1Table';
  /** How often in a row it was only added to; undefined for writers that do not count. */
  readonly quickSaves: number | undefined;
  /** Characters of the body, which come before those of notes and headers. */
  readonly bodyLength: number;
  /** Where in the table stream the pieces of the text and the fonts are: offset and length. */
  readonly pieces: readonly [number, number];
  readonly fonts: readonly [number, number];
}

const magic = 0xa5ec;
/** Word 95 and before keep their text in another way. */
const firstVersion = 0xc1;
const firstUncounted = 0xd9;

/** Reads the header of the stream `WordDocument`; undefined when it is none, or of an older Word. */
export function readWordHeader(stream: Buffer): WordHeader | undefined {
  if (stream.length < 0x1aa || stream.readUInt16LE(0) !== magic) return undefined;
  const flags = stream.readUInt16LE(0x0a);
  const newAt = 0x9a + stream.readUInt16LE(0x98) * 8;
  const isRenewed = newAt + 4 <= stream.length && stream.readUInt16LE(newAt) > 0;
  const version = stream.readUInt16LE(isRenewed ? newAt + 2 : 2);
  if (version < firstVersion) return undefined;
  return {
    isEncrypted: (flags & 0x0100) !== 0,
    tableName: (flags & 0x0200) === 0 ? '0Table' : '1Table',
    quickSaves: version < firstUncounted ? (flags >> 4) & 0xf : undefined,
    bodyLength: stream.readUInt32LE(0x4c),
    pieces: [stream.readUInt32LE(0x1a2), stream.readUInt32LE(0x1a6)],
    fonts: [stream.readUInt32LE(0x112), stream.readUInt32LE(0x116)],
  };
}

/**
 * The text of the body, piece by piece ([MS-DOC] §2.4.1): of eight bits a character, or sixteen.
 * @throws RangeError when the tables are damaged
 */
export function* readPieces(stream: Buffer, table: Buffer, header: WordHeader): Generator<string> {
  const plex = pieceTable(table.subarray(header.pieces[0], header.pieces[0] + header.pieces[1]));
  const count = Math.floor((plex.length - 4) / 12);
  let left = Math.min(header.bodyLength, stream.length);
  for (let index = 0; index < count && left > 0; index += 1) {
    const length = Math.min(plex.readUInt32LE(index * 4 + 4) - plex.readUInt32LE(index * 4), left);
    const place = plex.readUInt32LE((count + 1) * 4 + index * 8 + 2);
    const start = place & 0x3fff_ffff;
    const isNarrow = (place & 0x4000_0000) !== 0;
    if (length < 0) throw new RangeError('the pieces of the text are not in order');
    const bytes = isNarrow
      ? stream.subarray(start >> 1, (start >> 1) + length)
      : stream.subarray(start, start + length * 2);
    left -= length;
    yield new TextDecoder(isNarrow ? 'windows-1252' : 'utf-16le').decode(bytes);
  }
}

/** Behind what formats paragraphs, which is skipped. */
function pieceTable(clx: Buffer): Buffer {
  let at = 0;
  while (clx[at] === 1) at += 3 + clx.readUInt16LE(at + 1);
  if (clx[at] !== 2) throw new RangeError('there is no table of pieces');
  return clx.subarray(at + 5, at + 5 + clx.readUInt32LE(at + 1));
}

/** The names of the fonts ([MS-DOC] §2.9.286). */
export function readFontNames(table: Buffer, [offset, length]: WordHeader['fonts']): readonly string[] {
  const list = table.subarray(offset, offset + length);
  const names: string[] = [];
  for (let at = 4; at + 40 < list.length;) {
    const end = at + (list[at] ?? 0) + 1;
    const [name = ''] = list.toString('utf16le', at + 40, end).split('\0', 1);
    names.push(name);
    at = end;
  }
  return names;
}
