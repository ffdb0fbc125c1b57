import { readFile } from 'node:fs/promises';
import { frameSize, maxFrames } from '@assay/media/decoder/media-extractor';
import type { Subject } from '../../check/check.ts';
import type { SearchedPart } from '../../search/searched-part.ts';

/** The first pictures of a video, small and grey. */
export interface FrameSequence {
  readonly count: number;
  /** Frame by frame, row by row, a byte a pixel. */
  readonly pixels: Uint8Array;
  /** Frames a second, on average; 0 where it is not known. */
  readonly rate: number;
  /** The frames of the video, and those that were decoded. */
  readonly searched: SearchedPart;
}

export const pixelsPerFrame = frameSize.width * frameSize.height;

/** Undefined where the pictures could not be decoded. */
export async function readFrames({ beside, enrichment }: Subject): Promise<FrameSequence | undefined> {
  if (beside?.frames === undefined) return undefined;
  const pixels = await readFile(beside.frames);
  const { frameRate, durationSeconds } = enrichment;
  const count = Math.floor(pixels.length / pixelsPerFrame);
  const rate = typeof frameRate === 'number' ? frameRate : 0;
  const stated = typeof durationSeconds === 'number' ? Math.round(durationSeconds * rate) : 0;
  return { count, pixels, rate, searched: countFrames(count, stated) };
}

/** Where the file states no duration, one frame more stands for the rest of a video that reaches the limit. */
function countFrames(count: number, stated: number): SearchedPart {
  const total = count < maxFrames ? count : Math.max(count + 1, stated);
  return { unit: 'frame', total, searched: count, why: 'limit' };
}

/** Mean absolute difference of two frames, in grey levels. */
export function difference({ pixels }: FrameSequence, one: number, other: number): number {
  const first = one * pixelsPerFrame;
  const second = other * pixelsPerFrame;
  let sum = 0;
  for (let i = 0; i < pixelsPerFrame; i++)
    sum += Math.abs((pixels[first + i] ?? 0) - (pixels[second + i] ?? 0));
  return sum / pixelsPerFrame;
}

/** How much each frame differs from the one before; 0 for the first. */
export function motionOf(frames: FrameSequence): Float32Array {
  return Float32Array.from({ length: frames.count }, (_, index) =>
    index === 0 ? 0 : difference(frames, index - 1, index),
  );
}
