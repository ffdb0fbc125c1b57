import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { IsoBox } from '@assay/media/bytes/iso-boxes';
import { isZero, readBytes } from './file-bytes.ts';
import { readMovie } from './iso-movie.ts';
import type { ContainerParts } from './container-parts.ts';

/** Fragmented files have two for each fragment. */
const maxTopBoxes = 200_000;
const boxHeaderBytes = 8;
const maxMovieBytes = 128 * 2 ** 20;
/** Boxes that hold or locate the samples, and the brands. */
const structural: ReadonlySet<string> = new Set([
  ...['ftyp', 'styp', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'ssix', 'pdin', 'wide'],
]);
const padding: ReadonlySet<string> = new Set(['free', 'skip']);

/** Reads an ISO base media or QuickTime file (ISO/IEC 14496-12); undefined if it has no movie box or the box is too large. */
export async function readIsoParts(file: FileHandle, size: number): Promise<ContainerParts | undefined> {
  const boxes = await readTopBoxes(file, size);
  const movie = boxes.find(({ name }) => name === 'moov');
  if (movie === undefined || movie.end > size || movie.end - movie.start > maxMovieBytes) return undefined;
  const { privateParts, missingShare } = readMovie(
    await readBytes(file, movie.start, movie.end - movie.start),
    size,
  );
  const outside: string[] = [];
  for (const { name, start, end } of boxes) {
    const isEmpty = padding.has(name) && (await isZero(file, start, Math.min(end, size)));
    if (!structural.has(name) && !isEmpty) outside.push(name);
  }
  const first = boxes.find(({ name }) => name === 'moov' || name === 'mdat' || name === 'moof');
  return {
    muxer: await chooseMuxer(file, boxes),
    hasLeadingIndex: first === movie,
    privateParts: [...outside, ...privateParts],
    missingShare,
  };
}

/** Returns the size of the movie box with its header; undefined if there is none. */
export async function readIndexBytes(path: string): Promise<number | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const movie = (await readTopBoxes(file, size)).find(({ name }) => name === 'moov');
    return movie === undefined ? undefined : movie.end - movie.start + boxHeaderBytes;
  } finally {
    await file.close();
  }
}

/** The last box may end beyond the file. */
async function readTopBoxes(file: FileHandle, size: number): Promise<IsoBox[]> {
  const boxes: IsoBox[] = [];
  for (let at = 0; at + 8 <= size && boxes.length < maxTopBoxes;) {
    const head = await readBytes(file, at, 16);
    const small = head.readUInt32BE(0);
    const isLarge = small === 1 && head.length === 16;
    const length = isLarge ? Number(head.readBigUInt64BE(8)) : small === 0 ? size - at : small;
    const start = at + (isLarge ? 16 : 8);
    if (at + length < start) break;
    boxes.push({ name: head.toString('latin1', 4, 8), start, end: at + length });
    at += length;
  }
  return boxes;
}

/** QuickTime, 3GPP and MP4 differ in the codecs that they can hold. A file without brands is QuickTime. */
async function chooseMuxer(file: FileHandle, boxes: readonly IsoBox[]): Promise<string> {
  const brands = boxes.find(({ name }) => name === 'ftyp');
  const brand = brands === undefined ? 'qt  ' : (await readBytes(file, brands.start, 4)).toString('latin1');
  if (brand === 'qt  ') return 'mov';
  if (brand.startsWith('3g2')) return '3g2';
  return brand.startsWith('3gp') ? '3gp' : 'mp4';
}
