import { decodeWhole, findOpenable } from '@assay/media/decode/image-source';
import { openSharpHeader } from '@assay/media/decode/open-sharp';
import { readHead } from '@assay/media/sniff/read-head';
import sharp from 'sharp';
import { decodesBySharp } from '../reading/decoders.ts';
import { findLargestDifference } from './compare-blocks.ts';
import type { OpenedImage, Plane, Size } from './read-planes.ts';

/** Pixels of a side at which frames are compared. */
const frameSide = 256;
/** Samples of the frames of one animation that are decoded at once. */
const maxSamplesAtOnce = 16_000_000;
/** Pixels of all frames that are decoded at once: they pass row by row, and the processor time of the job ends longer ones. */
const maxPixelsAtOnce = 4_000_000_000;
/** Frames have palettes of their own, so that a copy differs more than that of a still image. */
const maxFrameDifference = 1.5;
/** Milliseconds by which coders round the time of a frame. */
const maxDelayDifference = 10;
/** Players show a frame without a time for a tenth of a second, and coders write that time. */
const maxIgnoredDelay = 10;
const shownDelay = 100;
const timeoutSeconds = 60;
const headBytes = 4_096;

/** Returns the number of frames of an image; undefined for an animation whose frames cannot be decoded here. */
export async function countFrames({ path, header }: OpenedImage): Promise<number | undefined> {
  if (!decodesBySharp(header)) return 1;
  if (await hasHiddenFrames(path, header.mimeType)) return undefined;
  const source = await findOpenable(path, header.mimeType);
  return (await openSharpHeader(source).metadata()).pages ?? 1;
}

/** Returns true for animations of PNG and AVIF, of which the decoder shows the first frame alone. */
async function hasHiddenFrames(path: string, mimeType: string): Promise<boolean> {
  if (mimeType !== 'image/png' && mimeType !== 'image/avif') return false;
  const head = Buffer.from(await readHead(path, headBytes)).toString('latin1');
  return mimeType === 'image/png' ? head.includes('acTL') : head.startsWith('avis', 8);
}

/** Returns true if all frames of two animations are the same, and are shown for the same times. */
export async function haveSameFrames(a: OpenedImage, b: OpenedImage, frames: number): Promise<boolean> {
  const timesOfA = await readDelays(a);
  const timesOfB = await readDelays(b);
  const isSameTime = (delay: number, frame: number): boolean =>
    Math.abs(delay - (timesOfB[frame] ?? 0)) <= maxDelayDifference;
  if (timesOfA.length !== timesOfB.length || !timesOfA.every(isSameTime)) return false;
  const size = chooseFrameSize(a.header, b.header);
  const samples = size.width * size.height;
  const pixels = Math.max(a.header.width * a.header.height, b.header.width * b.header.height);
  const atOnce = Math.max(1, Math.floor(Math.min(maxSamplesAtOnce / samples, maxPixelsAtOnce / pixels)));
  for (let first = 0; first < frames; first += atOnce) {
    const part = { first, count: Math.min(atOnce, frames - first), size };
    const framesOfA = await readFrames(a, part);
    const framesOfB = await readFrames(b, part);
    for (let frame = 0; frame < part.count; frame += 1) {
      const one = cutFrame(framesOfA, frame, size);
      const other = cutFrame(framesOfB, frame, size);
      if (findLargestDifference(one, other) > maxFrameDifference) return false;
    }
  }
  return true;
}

async function readDelays({ path }: OpenedImage): Promise<readonly number[]> {
  const { delay = [] } = await openSharpHeader(path).metadata();
  return delay.map((time) => (time <= maxIgnoredDelay ? shownDelay : time));
}

function chooseFrameSize(a: Size, b: Size): Size {
  const smaller = a.width * a.height < b.width * b.height ? a : b;
  const factor = Math.min(1, frameSide / Math.max(smaller.width, smaller.height));
  const scale = (side: number): number => Math.max(1, Math.round(side * factor));
  return { width: scale(smaller.width), height: scale(smaller.height) };
}

interface FramePart {
  readonly first: number;
  readonly count: number;
  readonly size: Size;
}

function readFrames({ path }: OpenedImage, { first, count, size }: FramePart): Promise<Uint8Array> {
  const limits = { limitInputPixels: maxPixelsAtOnce, sequentialRead: true, failOn: 'error' } as const;
  return decodeWhole(path, (source) =>
    sharp(source, { ...limits, page: first, pages: count })
      .timeout({ seconds: timeoutSeconds })
      .flatten({ background: '#ffffff' })
      .resize({ ...size, fit: 'fill', kernel: 'cubic' })
      .toColourspace('b-w')
      .raw({ depth: 'uchar' })
      .toBuffer(),
  );
}

function cutFrame(frames: Uint8Array, frame: number, size: Size): Plane {
  const length = size.width * size.height;
  return { ...size, samples: frames.subarray(frame * length, (frame + 1) * length) };
}
