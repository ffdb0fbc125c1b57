import type { FileHandle } from 'node:fs/promises';
import { maxPaddingBytes, readBytes } from './file-bytes.ts';
import type { ContainerParts } from './container-parts.ts';

const maxChunks = 5_000;
/** Chunks that hold, describe or locate the streams. Cameras add lists of their own, with times, models and serial numbers. */
const structural: ReadonlySet<string> = new Set([
  ...[
    'LIST movi',
    'LIST hdrl',
    'LIST strl',
    'LIST odml',
    'idx1',
    'avih',
    'strh',
    'strf',
    'vprp',
    'dmlh',
    'indx',
  ],
]);
/** Writers that cannot seek leave the largest lengths. */
const unknownLength = 0xffff_ff00;
const opened: ReadonlySet<string> = new Set(['RIFF AVI ', 'RIFF AVIX', 'LIST hdrl', 'LIST strl']);

/** Reads an AVI file (Microsoft RIFF, OpenDML); undefined if it is none. */
export async function readAviParts(file: FileHandle, size: number): Promise<ContainerParts | undefined> {
  const reading: Reading = { file, size, left: maxChunks, parts: new Set(), declaredEnd: 0 };
  const head = await readBytes(file, 0, 12);
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'AVI ') return undefined;
  await readChunks(reading, 0, size);
  const missing = Math.max(0, reading.declaredEnd - size);
  return {
    muxer: 'avi',
    hasLeadingIndex: false,
    privateParts: [...reading.parts],
    missingShare: missing === 0 ? 0 : missing / reading.declaredEnd,
  };
}

interface Reading {
  readonly file: FileHandle;
  readonly size: number;
  left: number;
  readonly parts: Set<string>;
  /** Where the chunks end by their lengths. */
  declaredEnd: number;
}

async function readChunks(reading: Reading, start: number, end: number): Promise<void> {
  const { file, size, parts } = reading;
  for (let at = start; at + 8 <= end && reading.left > 0; reading.left -= 1) {
    const head = await readBytes(file, at, 12);
    const id = head.toString('latin1', 0, 4);
    const isList = id === 'RIFF' || id === 'LIST';
    const name = isList ? `${id} ${head.toString('latin1', 8, 12)}` : id;
    const from = at + 8;
    const to = at + 8 + head.readUInt32LE(4);
    if (to - from < unknownLength) reading.declaredEnd = Math.max(reading.declaredEnd, to);
    if (opened.has(name)) await readChunks(reading, from + 4, Math.min(to, size));
    else if (!structural.has(name) && !(id === 'JUNK' && (await isReserved(file, from, Math.min(to, size)))))
      parts.add(name.trim());
    at = to + (to % 2);
  }
}

/** Returns true for padding, and for the empty indexes of OpenDML that writers reserve: a head of 12 bytes and zeros. */
async function isReserved(file: FileHandle, start: number, end: number): Promise<boolean> {
  if (end - start > maxPaddingBytes) return false;
  const bytes = await readBytes(file, start, end - start);
  const head = bytes.toString('latin1', 0, 12);
  const hasHead = /^\x04\0{7}\d\d[a-z]{2}$/u.test(head) || head.startsWith('odmldmlh');
  return bytes.subarray(hasHead ? 12 : 0).every((byte) => byte === 0);
}
