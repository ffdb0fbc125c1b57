import { isoBoxes } from '../bytes/iso-boxes.ts';
import type { ByteRange } from '../jpeg/jpeg-structure.ts';

const maxBoxes = 1_000;
const videoBoxes: readonly string[] = [
  'ftyp',
  'moov',
  'mdat',
  'moof',
  'free',
  'skip',
  'wide',
  'udta',
  'meta',
  'uuid',
  'mvex',
];
/** `heic` and `avif` are images. */
const videoBrand = /^(?:mp4|iso|avc|M4V|qt|3gp|hvc|mmp)/;
const minVideoBytes = 16;
/** Each one may take a walk of {@link maxBoxes}. */
const maxCandidates = 50;

/** Returns true if a video begins at this position. */
export function beginsVideo(file: Buffer, offset: number): boolean {
  return (
    offset >= 0 &&
    offset + minVideoBytes <= file.length &&
    file.toString('latin1', offset + 4, offset + 8) === 'ftyp'
  );
}

/** Finds a video that no metadata names, as phones append it: the first one whose boxes can be followed to its samples. */
export function findAppendedVideo(file: Buffer, { offset, length }: ByteRange): ByteRange | null {
  const end = offset + length;
  let at = file.indexOf('ftyp', offset);
  for (let tried = 0; at >= 0 && at < end && tried < maxCandidates; tried += 1) {
    const start = at - 4;
    const isVideo = start >= offset && videoBrand.test(file.toString('latin1', at + 4, at + 8));
    const video = isVideo ? measureVideo(file, { offset: start, length: end - start }) : null;
    if (video !== null) return video;
    at = file.indexOf('ftyp', at + 4);
  }
  return null;
}

/** Returns the boxes of a video that begins here, without what a phone appends to it; null if it has no samples. */
export function measureVideo(file: Buffer, { offset, length }: ByteRange): ByteRange | null {
  const boxes = isoBoxes(file, { start: offset, end: offset + length }, maxBoxes);
  const other = boxes.findIndex(({ name }) => !videoBoxes.includes(name));
  const own = other < 0 ? boxes : boxes.slice(0, other);
  const isVideo = own.some(({ name }) => name === 'moov') && own.some(({ name }) => name === 'mdat');
  return isVideo ? { offset, length: (own.at(-1)?.end ?? offset) - offset } : null;
}
