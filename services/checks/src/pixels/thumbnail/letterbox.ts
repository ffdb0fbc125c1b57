import type { Plane } from '../planes/plane.ts';

/** A part of a preview that may show the whole picture. */
export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const barLevel = 40;
const barSpread = 8;

/**
 * Parts of a preview to compare with the picture: all of it; without the bars that a picture of this aspect ratio leaves in
 * a frame of that one; and without the dark bars that are seen. Cameras letterbox 3:2 pictures into 4:3 previews.
 */
export function cropsWithoutBars(preview: Plane, aspect: number): Crop[] {
  const whole = { left: 0, top: 0, width: preview.width, height: preview.height };
  const fitted = fittedInto(preview, aspect);
  const seen = withoutDarkBars(preview);
  return [whole, fitted, seen].filter(
    (crop, i, all) =>
      crop.width >= preview.width / 2 &&
      crop.height >= preview.height / 2 &&
      all.findIndex((other) => isSame(other, crop)) === i,
  );
}

function isSame(one: Crop, other: Crop): boolean {
  return (
    one.left === other.left &&
    one.top === other.top &&
    one.width === other.width &&
    one.height === other.height
  );
}

function fittedInto({ width, height }: Plane, aspect: number): Crop {
  if (width / height > aspect) {
    const inner = Math.min(width, Math.round(height * aspect));
    return { left: (width - inner) >> 1, top: 0, width: inner, height };
  }
  const inner = Math.min(height, Math.round(width / aspect));
  return { left: 0, top: (height - inner) >> 1, width, height: inner };
}

function withoutDarkBars(preview: Plane): Crop {
  const { width, height } = preview;
  const rowIsBar = (row: number): boolean => isBar(preview, { start: row * width, step: 1, count: width });
  const columnIsBar = (column: number): boolean =>
    isBar(preview, { start: column, step: width, count: height });
  const top = countWhile(height, rowIsBar);
  const bottom = countWhile(height - top, (i) => rowIsBar(height - 1 - i));
  const left = countWhile(width, columnIsBar);
  const right = countWhile(width - left, (i) => columnIsBar(width - 1 - i));
  return { left, top, width: width - left - right, height: height - top - bottom };
}

function countWhile(limit: number, holds: (i: number) => boolean): number {
  let count = 0;
  while (count < limit && holds(count)) count++;
  return count;
}

interface Line {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

function isBar({ values }: Plane, { start, step, count }: Line): boolean {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < count; i++) {
    const value = values[start + i * step] ?? 0;
    sum += value;
    squares += value * value;
  }
  const average = sum / count;
  return average < barLevel && Math.sqrt(Math.max(0, squares / count - average * average)) < barSpread;
}
