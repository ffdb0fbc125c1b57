import { Buffer } from 'node:buffer';

/** A part of an archive. Its name is ASCII. */
export interface ZipEntry {
  readonly name: string;
  readonly sizeBytes: number;
  readonly crc32: number;
}

/** A part with what writes its bytes. */
export interface ZipPart extends ZipEntry {
  readonly read: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Where the parts of an archive lie, by their order. */
export interface ZipLayout {
  readonly places: readonly ZipPlace[];
  readonly directoryOffset: number;
  readonly endOffset: number;
  readonly sizeBytes: number;
}

export interface ZipPlace {
  readonly headerOffset: number;
  readonly dataOffset: number;
  readonly recordOffset: number;
}

const signatures = { header: 0x04034b50, record: 0x02014b50, end: 0x06054b50 } as const;
const lengths = { header: 30, record: 46, end: 22 } as const;
/** Without compression, an archive is readable by version 1.0 (APPNOTE 4.4.3); made on Unix, so that permissions are told. */
const versionNeeded = 10;
const versionMadeBy = (3 << 8) | 20;
/** The first day that a zip archive knows, at midnight, whatever the time zone. */
const firstDay = (1 << 5) | 1;
/** A file that its owner writes and everybody reads. */
const permissions = 0o100644 * 0x10000;
const maxEntries = 0xffff;
const maxBytes = 0xffffffff;

/**
 * An archive of the same parts has the same bytes, whoever writes it and when (PKWARE APPNOTE 6.3.10): parts are stored, since
 * what a compressor makes of them depends on its version; each header stands before its bytes with all that is known of
 * them; there are no times, extra fields, comments or gaps. Any reader of zip archives opens it.
 */
export function layOut(parts: readonly Pick<ZipEntry, 'name' | 'sizeBytes'>[]): ZipLayout {
  let offset = 0;
  const bodies = parts.map(({ name, sizeBytes }) => {
    const headerOffset = offset;
    const dataOffset = headerOffset + headerLength(name);
    offset = dataOffset + sizeBytes;
    return { headerOffset, dataOffset };
  });
  const directoryOffset = offset;
  const places = bodies.map((body, index) => {
    const recordOffset = offset;
    offset += lengths.record + (parts[index]?.name.length ?? 0);
    return { ...body, recordOffset };
  });
  return { places, directoryOffset, endOffset: offset, sizeBytes: offset + lengths.end };
}

/** The bytes of an archive of these parts. Throws when they do not fit into one without the extensions for large archives. */
export async function* writeZip(parts: readonly ZipPart[]): AsyncGenerator<Uint8Array> {
  const layout = layOut(parts);
  if (parts.length > maxEntries || layout.sizeBytes > maxBytes) throw new Error('the archive is too large');
  for (const part of parts) {
    yield headerOf(part);
    yield* part.read();
  }
  yield Buffer.concat(parts.map((part, index) => recordOf(part, layout.places[index]?.headerOffset ?? 0)));
  yield endOf(parts.length, layout);
}

export function headerLength(name: string): number {
  return lengths.header + name.length;
}

/** What stands before the bytes of a part (APPNOTE 4.3.7). */
export function headerOf(entry: ZipEntry): Buffer {
  const header = Buffer.alloc(headerLength(entry.name));
  header.writeUInt32LE(signatures.header, 0);
  header.writeUInt16LE(versionNeeded, 4);
  describe(entry, header.subarray(6));
  header.write(entry.name, lengths.header, 'latin1');
  return header;
}

/** What the directory at the end says of a part (APPNOTE 4.3.12). */
export function recordOf(entry: ZipEntry, headerOffset: number): Buffer {
  const record = Buffer.alloc(lengths.record + entry.name.length);
  record.writeUInt32LE(signatures.record, 0);
  record.writeUInt16LE(versionMadeBy, 4);
  record.writeUInt16LE(versionNeeded, 6);
  describe(entry, record.subarray(8));
  record.writeUInt32LE(permissions, 38);
  record.writeUInt32LE(headerOffset, 42);
  record.write(entry.name, lengths.record, 'latin1');
  return record;
}

/** What both say alike: flags and method (0: stored), time and day, CRC-32, both sizes, length of the name. */
function describe({ name, sizeBytes, crc32 }: ZipEntry, target: Buffer): void {
  target.writeUInt16LE(firstDay, 6);
  target.writeUInt32LE(crc32, 8);
  target.writeUInt32LE(sizeBytes, 12);
  target.writeUInt32LE(sizeBytes, 16);
  target.writeUInt16LE(name.length, 20);
}

/** The last bytes of an archive (APPNOTE 4.3.16). */
export function endOf(count: number, { directoryOffset, endOffset }: ZipLayout): Buffer {
  const end = Buffer.alloc(lengths.end);
  end.writeUInt32LE(signatures.end, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(endOffset - directoryOffset, 12);
  end.writeUInt32LE(directoryOffset, 16);
  return end;
}

/** The size that the header of a stored part states; undefined where there is none. */
export function statedSize(header: Uint8Array): number | undefined {
  const view = Buffer.from(header.buffer, header.byteOffset, header.byteLength);
  return isHeader(view) ? view.readUInt32LE(22) : undefined;
}

/** The name in a header of whatever form; undefined where there is no header. */
export function statedName(bytes: Uint8Array): string | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isHeader(view)) return undefined;
  return view.toString('latin1', lengths.header, lengths.header + view.readUInt16LE(26));
}

function isHeader(view: Buffer): boolean {
  return view.length >= lengths.header && view.readUInt32LE(0) === signatures.header;
}
