import { walkTiff } from '../tiff/walk-tiff.ts';
import { byteView } from '../bytes/byte-view.ts';
import type { ByteRange } from '../jpeg/jpeg-structure.ts';

const mpEntriesTag = 0xb002;
const entryBytes = 16;
const maxEntries = 64;

/** An image of the Multi-Picture Format index (CIPA DC-007 §5.2.3). */
export interface MpfEntry extends ByteRange {
  readonly attribute: number;
}

/** Lists the images of an index without the first one, which is the image itself. Positions count from the start of the file. */
export function listMpfEntries(bytes: Uint8Array, mpf: ByteRange | null): readonly MpfEntry[] {
  const walk = mpf === null ? undefined : walkTiff(bytes, mpf);
  if (mpf === null || walk?.ok !== true) return [];
  const { littleEndian, ifds } = walk.tiff;
  const table = ifds.flatMap(({ entries }) => entries).find(({ tag }) => tag === mpEntriesTag)?.value;
  if (table === undefined || table === null) return [];
  const view = byteView(bytes, table.offset, table.length);
  const entries: MpfEntry[] = [];
  for (let at = 0; at + entryBytes <= view.length && entries.length < maxEntries; at += entryBytes) {
    const attribute = view.u32(at, littleEndian) ?? 0;
    const length = view.u32(at + 4, littleEndian) ?? 0;
    const offset = view.u32(at + 8, littleEndian) ?? 0;
    if (offset !== 0 && length !== 0) entries.push({ attribute, length, offset: mpf.offset + offset });
  }
  return entries;
}

/** The type "baseline MP primary image". */
const primaryAttribute = 0x030000;
const signature = Buffer.from('MPF\0', 'latin1');
/** Header, three tags, the offset of the next directory, and two images. */
const tiffBytes = 8 + 2 + 3 * 12 + 4 + 2 * entryBytes;
const segmentHeaderBytes = 4;

/** The segment of an index of two images. */
export const mpfSegmentBytes = segmentHeaderBytes + signature.length + tiffBytes;

export interface MpfImages {
  /** Where the segment begins in the file. */
  readonly position: number;
  readonly primaryBytes: number;
  readonly second: MpfEntry;
}

/** Builds the segment of an index of an image and a second one. */
export function buildMpfSegment({ position, primaryBytes, second }: MpfImages): Buffer {
  const tiff = Buffer.alloc(tiffBytes);
  const entriesAt = tiffBytes - 2 * entryBytes;
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(3, 8);
  const tags = [
    [0xb000, 7, 4, 0x30313030],
    [0xb001, 4, 1, 2],
    [mpEntriesTag, 7, 2 * entryBytes, entriesAt],
  ] as const;
  for (const [index, [tag, type, count, value]] of tags.entries()) {
    const at = 10 + index * 12;
    tiff.writeUInt16BE(tag, at);
    tiff.writeUInt16BE(type, at + 2);
    tiff.writeUInt32BE(count, at + 4);
    tiff.writeUInt32BE(value, at + 8);
  }
  const headerAt = position + segmentHeaderBytes + signature.length;
  const entries = [primaryAttribute, primaryBytes, 0, 0].concat([
    second.attribute,
    second.length,
    second.offset - headerAt,
    0,
  ]);
  for (const [index, value] of entries.entries()) tiff.writeUInt32BE(value, entriesAt + index * 4);
  const header = Buffer.from([0xff, 0xe2, 0, 0]);
  header.writeUInt16BE(mpfSegmentBytes - 2, 2);
  return Buffer.concat([header, signature, tiff]);
}
