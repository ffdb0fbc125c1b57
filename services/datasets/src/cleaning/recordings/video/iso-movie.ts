import { isoBoxes } from '@assay/media/bytes/iso-boxes';
import type { IsoBox } from '@assay/media/bytes/iso-boxes';

/** The private parts of a movie box, and the share of its chunks that begin beyond the end of the file. */
export interface MovieReading {
  readonly privateParts: readonly string[];
  readonly missingShare: number;
}

const maxBoxes = 20_000;
const parents: ReadonlySet<string> = new Set(['trak', 'mdia', 'minf', 'stbl']);
/** Tracks that players show. Others hold positions, sensor values or times of day. */
const shownHandlers: ReadonlySet<string> = new Set(['vide', 'soun', 'subt', 'text', 'sbtl', 'clcp']);
/** Names that FFmpeg writes, which say no more than the kind of the track. */
const plainNames: ReadonlySet<string> = new Set(['', 'VideoHandler', 'SoundHandler', 'SubtitleHandler']);
/** The name of the encoder in the description of video samples: a length and 31 bytes (ISO/IEC 14496-12 section 12.1.3). */
const compressorName = { at: 16 + 42, length: 32 } as const;

/** Reads the content of a movie box, at most 20,000 boxes. */
export function readMovie(bytes: Buffer, fileSize: number): MovieReading {
  const reading: Reading = {
    bytes,
    fileSize,
    left: maxBoxes,
    parts: new Set(),
    handler: '',
    chunks: 0,
    missing: 0,
  };
  readChildren(reading, { name: 'moov', start: 0, end: bytes.length }, 'moov');
  const { parts, chunks, missing } = reading;
  return { privateParts: [...parts], missingShare: chunks === 0 ? 0 : missing / chunks };
}

interface Reading {
  readonly bytes: Buffer;
  readonly fileSize: number;
  left: number;
  readonly parts: Set<string>;
  /** The handler of the track that is being read. */
  handler: string;
  chunks: number;
  missing: number;
}

type ReadBox = (reading: Reading, box: IsoBox, path: string) => void;

function readChildren(reading: Reading, box: IsoBox, path: string): void {
  const children = isoBoxes(reading.bytes, box, reading.left);
  reading.left -= children.length;
  for (const child of children) {
    const childPath = `${path}/${child.name}`;
    if (parents.has(child.name)) readChildren(reading, child, childPath);
    else if (Object.hasOwn(boxReaders, child.name)) boxReaders[child.name]?.(reading, child, childPath);
  }
}

const boxReaders: Readonly<Record<string, ReadBox>> = {
  mvhd: readTimes,
  tkhd: readTimes,
  mdhd: readTimes,
  hdlr: readHandler,
  stsd: readDescription,
  stco: (reading, box) => countChunks(reading, box, 4),
  co64: (reading, box) => countChunks(reading, box, 8),
  tref({ bytes, parts }, box, path) {
    if (isoBoxes(bytes, box, 100).some(({ name }) => name === 'chap')) parts.add(`${path}/chap`);
  },
  udta({ bytes, parts }, box, path) {
    const children = isoBoxes(bytes, box, 100).filter(({ name }) => name !== 'free');
    if (!children.every((child) => child.name === 'meta' && isEmptyMeta(bytes, child))) parts.add(path);
  },
  meta({ bytes, parts }, box, path) {
    if (!isEmptyMeta(bytes, box)) parts.add(path);
  },
  uuid: ({ parts }, _box, path) => parts.add(path),
  free({ bytes, parts }, { start, end }, path) {
    if (bytes.subarray(start, end).some((byte) => byte !== 0)) parts.add(path);
  },
};

/** Creation and modification times, in 32 or 64 bits. Zero says that the time is not known. */
function readTimes({ bytes, parts }: Reading, { start, end }: IsoBox, path: string): void {
  const length = bytes[start] === 1 ? 16 : 8;
  const times = bytes.subarray(start + 4, Math.min(end, start + 4 + length));
  if (times.some((byte) => byte !== 0)) parts.add(path);
}

/** A handler's name ends with a NUL, or in QuickTime begins with its length. */
function readHandler(reading: Reading, { start, end }: IsoBox, path: string): void {
  if (!path.endsWith('/mdia/hdlr')) return;
  const { bytes, parts } = reading;
  reading.handler = bytes.toString('latin1', start + 8, Math.min(end, start + 12));
  if (!shownHandlers.has(reading.handler)) parts.add(`${path}:${reading.handler}`);
  const name = bytes.subarray(Math.min(end, start + 24), end);
  const isCounted = name.length > 1 && name[0] === name.length - 1;
  const [text = ''] = name.toString('latin1', isCounted ? 1 : 0).split('\0', 1);
  if (!plainNames.has(text)) parts.add(path);
}

function readDescription({ bytes, parts, handler }: Reading, box: IsoBox, path: string): void {
  const [entry] = isoBoxes(bytes, { start: box.start + 8, end: box.end }, 1);
  if (handler !== 'vide' || entry === undefined) return;
  const start = entry.start + compressorName.at - 16;
  const name = bytes.subarray(start, Math.min(entry.end, start + compressorName.length));
  if (name.some((byte) => byte !== 0)) parts.add(path);
}

function countChunks(reading: Reading, { start, end }: IsoBox, width: 4 | 8): void {
  const { bytes, fileSize } = reading;
  for (let at = start + 8; at + width <= end; at += width) {
    const offset = width === 4 ? bytes.readUInt32BE(at) : Number(bytes.readBigUInt64BE(at));
    reading.chunks += 1;
    if (offset >= fileSize) reading.missing += 1;
  }
}

/** Returns true for a metadata box that names its handler and has no item. QuickTime writes the box without a version. */
function isEmptyMeta(bytes: Buffer, { start, end }: IsoBox): boolean {
  const isQuickTime = bytes.toString('latin1', start + 4, start + 8) === 'hdlr';
  const children = isoBoxes(bytes, { start: isQuickTime ? start : start + 4, end }, 100);
  return children.every((child) => {
    if (child.name === 'hdlr') return true;
    return child.name === 'ilst' && child.start === child.end;
  });
}
