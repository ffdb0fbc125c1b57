import type { DrawnPage } from '@assay/media/pdf/drawing/open-drawable';
import type { PermittedArea } from './permitted-changes.ts';

/** How a page looks different outside and inside of the areas in which it may. */
export interface ChangedPixels {
  /** True where the page changed outside of them. */
  readonly changesElsewhere: boolean;
  /** True where something that was drawn at signing is hidden within them. */
  readonly hidesContent: boolean;
}

/** Readers do not see a smaller difference of a channel. */
const seen = 32;
/** Pixels around an area that belong to it: lines are drawn across its edge. */
const margin = 4;
/** Fewer changed pixels are the edge of a line. */
const minPixels = 24;
/** Brightness below which a pixel is ink, and above which it is ground. */
const ink = 120;
const ground = 180;
/** Rows with hidden ink, at least; a rule beneath a signature has one or two. */
const minRows = 5;
/** Pixels of hidden ink that make a row; the edges of a box have two. */
const minInRow = 3;

/** Compares two drawings of a page of equal size. */
export function findChangedPixels(
  before: DrawnPage,
  after: DrawnPage,
  permitted: readonly PermittedArea[],
): ChangedPixels {
  const { width, height, pixelsPerPoint } = after;
  if (before.width !== width || before.height !== height)
    return { changesElsewhere: true, hidesContent: false };
  const areas = permitted.map(({ box, mayReplace }) => ({
    left: Math.floor(box.left * pixelsPerPoint) - margin,
    right: Math.ceil(box.right * pixelsPerPoint) + margin,
    top: Math.floor(box.top * pixelsPerPoint) - margin,
    bottom: Math.ceil(box.bottom * pixelsPerPoint) + margin,
    mayReplace,
  }));
  let elsewhere = 0;
  let rows = 0;
  for (let y = 0; y < height; y += 1) {
    const across = areas.filter(({ top, bottom }) => y >= top && y < bottom);
    let hidden = 0;
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      if (!differs(before.data, after.data, at)) continue;
      const within = across.filter(({ left, right }) => x >= left && x < right);
      if (within.length === 0) elsewhere += 1;
      else if (within.every(({ mayReplace }) => !mayReplace) && losesInk(before.data, after.data, at))
        hidden += 1;
    }
    if (hidden >= minInRow) rows += 1;
  }
  return { changesElsewhere: elsewhere >= minPixels, hidesContent: rows >= minRows };
}

function differs(before: Uint8Array, after: Uint8Array, at: number): boolean {
  return [at, at + 1, at + 2].some(
    (channel) => Math.abs((before[channel] ?? 0) - (after[channel] ?? 0)) > seen,
  );
}

function losesInk(before: Uint8Array, after: Uint8Array, at: number): boolean {
  return brightness(before, at) < ink && brightness(after, at) > ground;
}

function brightness(data: Uint8Array, at: number): number {
  return ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
}
