import type { FileHandle } from 'node:fs/promises';
import { isZero, readBytes } from './file-bytes.ts';
import type { ContainerParts } from './container-parts.ts';

const maxElements = 200_000;
const ids = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  muxer: 0x4d80,
  writer: 0x5741,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackName: 0x536e,
  tags: 0x1254c367,
  tag: 0x7373,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  void: 0xec,
} as const;
/** Seek head, cluster and cues. */
const structural: ReadonlySet<number> = new Set([0x114d9b74, 0x1f43b675, 0x1c53bb6b]);
/** Timestamp scale, duration and the random id of the segment. */
const plainInfo: ReadonlySet<number> = new Set([0x2ad7b1, 0x4489, 0x73a4, 0xec, 0xbf]);
const opened: ReadonlySet<number> = new Set([
  ...[ids.header, ids.segment, ids.info, ids.tracks, ids.track, ids.tags, ids.tag, ids.simpleTag],
]);
/** FFmpeg writes its name without a version if the output is to be repeatable. */
const plainWriter = 'Lavf';

/** Reads a Matroska or WebM file (RFC 8794, RFC 9559); undefined if it is none. */
export async function readMatroskaParts(file: FileHandle, size: number): Promise<ContainerParts | undefined> {
  const reading: Reading = {
    file,
    size,
    left: maxElements,
    parts: new Set(),
    docType: undefined,
    declaredEnd: 0,
  };
  await readElements(reading, { id: 0, start: 0, end: size });
  if (reading.docType === undefined) return undefined;
  const missing = Math.max(0, reading.declaredEnd - size);
  return {
    muxer: reading.docType === 'webm' ? 'webm' : 'matroska',
    hasLeadingIndex: false,
    privateParts: [...reading.parts],
    missingShare: missing === 0 ? 0 : missing / reading.declaredEnd,
  };
}

interface Element {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

interface Reading {
  readonly file: FileHandle;
  readonly size: number;
  left: number;
  readonly parts: Set<string>;
  docType: string | undefined;
  declaredEnd: number;
}

async function readElements(reading: Reading, parent: Element): Promise<void> {
  for (let at = parent.start; at < parent.end && reading.left > 0; reading.left -= 1) {
    const element = await readElement(reading, at, parent.end);
    if (element === undefined) return;
    if (opened.has(element.id)) await readElements(reading, element);
    else await readLeaf(reading, element, parent.id);
    at = element.end;
  }
}

async function readLeaf(reading: Reading, { id, start, end }: Element, parentId: number): Promise<void> {
  const { file, size, parts } = reading;
  const readText = async (): Promise<string> =>
    (await readBytes(file, start, Math.min(end, size, start + 256) - start))
      .toString('utf8')
      .replaceAll('\0', '');
  switch (parentId) {
    case ids.header:
      if (id === ids.docType) reading.docType = await readText();
      return;
    case ids.segment:
      if (structural.has(id) || (id === ids.void && (await isZero(file, start, Math.min(end, size))))) return;
      parts.add(`segment/${id.toString(16)}`);
      return;
    case ids.info: {
      const isWriter = id === ids.muxer || id === ids.writer;
      if (plainInfo.has(id) || (isWriter && (await readText()) === plainWriter)) return;
      parts.add(`info/${id.toString(16)}`);
      return;
    }
    case ids.track:
      if (id === ids.trackName) parts.add('track/name');
      return;
    case ids.simpleTag:
      if (id === ids.tagName && (await readText()) !== 'DURATION') parts.add('tags');
  }
}

/** An element whose size is not known reaches to the end of its parent. */
async function readElement(reading: Reading, at: number, limit: number): Promise<Element | undefined> {
  const head = await readBytes(reading.file, at, 12);
  const idLength = readLength(head[0]);
  const sizeLength = readLength(head[idLength]);
  if (idLength === 0 || idLength > 4 || sizeLength === 0 || idLength + sizeLength > head.length)
    return undefined;
  const id = head.readUIntBE(0, idLength);
  let length = (head[idLength] ?? 0) & (0xff >> sizeLength);
  let isUnknown = length === 0xff >> sizeLength;
  for (const byte of head.subarray(idLength + 1, idLength + sizeLength)) {
    length = length * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  const start = at + idLength + sizeLength;
  if (!isUnknown && id === ids.segment) reading.declaredEnd = start + length;
  return { id, start, end: isUnknown ? limit : Math.min(limit, start + length) };
}

/** Bytes of a number whose first byte has the length in its leading zeros; 0 for none. */
function readLength(first: number | undefined): number {
  return first === undefined || first === 0 ? 0 : Math.clz32(first) - 23;
}
