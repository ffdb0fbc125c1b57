import { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, openPromise, RandomAccessReader } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { undecodable, UndecodableError } from '../limits/undecodable-error.ts';

/** A zip archive that keeps the limits below; nothing of it is ever written to disk. */
export interface Archive {
  readonly names: readonly string[];
  /** When each part was packed, as if its local time were UTC; absent where no program set it. */
  readonly times: ReadonlyMap<string, Date>;
  /**
   * The bytes of a part as they inflate; none when there is no such part.
   * @throws UndecodableError when it is damaged, encrypted, or not of the size that was stated
   */
  read(name: string): AsyncIterable<Uint8Array>;
}

export interface ArchiveLimits {
  readonly maxEntries: number;
  readonly maxInflatedBytes: number;
  /** Inflated bytes to stored ones, of each entry and of all together; small entries may be anything. */
  readonly maxRatio: number;
}

/** The bytes of an archive that is no file. */
export interface ArchiveSource {
  readonly sizeBytes: number;
  /** So many bytes from an offset on; fewer where the source ends before. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

const defaultLimits: ArchiveLimits = {
  maxEntries: 2_000,
  maxInflatedBytes: 200 * 2 ** 20,
  maxRatio: 200,
};
const ratioFromBytes = 2 ** 20;
const localHeaderBytes = 30;

/**
 * Opens an archive, hands it over and closes it. The sizes in its directory are judged before anything inflates, and hold while it does: the
 * library stops a part that does not end where its entry says.
 * @param of the path of a file, or its bytes
 * @throws UndecodableError when it is none, or beyond the limits
 */
export async function withArchive<T>(
  of: string | ArchiveSource,
  use: (archive: Archive) => Promise<T>,
  limits: ArchiveLimits = defaultLimits,
): Promise<T> {
  const zip = await open(of).catch(rethrowUndecodable);
  try {
    const entries = await readEntries(zip, limits);
    return await use({
      names: [...entries.keys()],
      times: packingTimes(entries),
      read: (name) => readPart(zip, entries.get(name)),
    });
  } finally {
    zip.close();
  }
}

function open(of: string | ArchiveSource): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false } as const;
  if (typeof of === 'string') return openPromise(of, options);
  return fromRandomAccessReaderPromise(new SourceReader(of), of.sizeBytes, options);
}

const pieceBytes = 2 ** 16;

class SourceReader extends RandomAccessReader {
  readonly #source: ArchiveSource;

  constructor(source: ArchiveSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(readPieces(this.#source, start, end));
  }
}

async function* readPieces(source: ArchiveSource, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += pieceBytes) {
    yield await source.read(at, Math.min(pieceBytes, end - at));
  }
}

/** The clock of a zip begins in 1980, which many programs write for all parts. */
function packingTimes(entries: ReadonlyMap<string, Entry>): ReadonlyMap<string, Date> {
  const times = new Map<string, Date>();
  for (const [name, entry] of entries) {
    const time = entry.getLastModDate({ timezone: 'UTC' });
    if (time.getUTCFullYear() > 1980) times.set(name, time);
  }
  return times;
}

async function readEntries(zip: ZipFile, limits: ArchiveLimits): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > limits.maxEntries) refuse(`holds more than ${limits.maxEntries} entries`);
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) refuse('holds two entries of one name');
      entries.set(entry.fileName, entry);
    }
  } catch (cause) {
    throw undecodable(cause);
  }
  assertSizes([...entries.values()], limits);
  assertApart([...entries.values()]);
  return entries;
}

function assertSizes(entries: readonly Entry[], { maxInflatedBytes, maxRatio }: ArchiveLimits): void {
  const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
  const inflated = sum(entries.map(({ uncompressedSize }) => uncompressedSize));
  const stored = sum(entries.map(({ compressedSize }) => compressedSize));
  if (inflated > maxInflatedBytes) refuse(`inflates to more than ${maxInflatedBytes / 2 ** 20} MB`);
  const isBomb = (size: number, of: number): boolean => size > ratioFromBytes && size > of * maxRatio;
  const hasBomb = entries.some(({ uncompressedSize, compressedSize }) =>
    isBomb(uncompressedSize, compressedSize),
  );
  if (hasBomb || isBomb(inflated, stored)) refuse(`inflates to more than ${maxRatio} times its size`);
}

/** Entries that share bytes inflate to more than their archive says (a zip bomb without nesting). */
function assertApart(entries: readonly Entry[]): void {
  const places = entries
    .map((entry) => ({
      start: entry.relativeOffsetOfLocalHeader,
      end: entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameLength + entry.compressedSize,
    }))
    .toSorted((a, b) => a.start - b.start);
  const overlaps = places.some(({ end }, index) => end > (places[index + 1]?.start ?? Infinity));
  if (overlaps) refuse('holds entries that overlap');
}

async function* readPart(zip: ZipFile, entry: Entry | undefined): AsyncIterable<Uint8Array> {
  if (entry === undefined) return;
  if (entry.isEncrypted()) refuse('is encrypted');
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Uint8Array;
  } catch (cause) {
    throw undecodable(cause);
  }
}

function refuse(what: string): never {
  throw new UndecodableError(`the file could not be decoded: its archive ${what}`);
}

function rethrowUndecodable(cause: unknown): never {
  throw undecodable(cause);
}
