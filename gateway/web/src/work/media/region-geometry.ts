/** An area in fractions from 0 to 1 of the width and height of a file. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Corner = 'nw' | 'ne' | 'sw' | 'se';

/** Smaller areas are taken for slips. */
const minSize = 0.005;

/** Returns the area between two opposite corners, or undefined if it is too small. */
export function spanRect(one: Point, other: Point): Rect | undefined {
  const [left, right] = order(clamp(one.x), clamp(other.x));
  const [top, bottom] = order(clamp(one.y), clamp(other.y));
  if (right - left < minSize || bottom - top < minSize) return undefined;
  return roundRect({ x: left, y: top, width: right - left, height: bottom - top });
}

/** Moves an area, which stays within the file. */
export function moveRect(rect: Rect, by: Point): Rect {
  const { width, height } = rect;
  return roundRect({
    width,
    height,
    x: Math.min(Math.max(rect.x + by.x, 0), 1 - width),
    y: Math.min(Math.max(rect.y + by.y, 0), 1 - height),
  });
}

/** Moves one corner. The opposite corner stays. */
export function resizeRect(rect: Rect, corner: Corner, by: Point): Rect {
  let left = rect.x;
  let top = rect.y;
  let right = rect.x + rect.width;
  let bottom = rect.y + rect.height;
  if (corner.endsWith('w')) left = Math.min(clamp(left + by.x), right - minSize);
  else right = Math.max(clamp(right + by.x), left + minSize);
  if (corner.startsWith('n')) top = Math.min(clamp(top + by.y), bottom - minSize);
  else bottom = Math.max(clamp(bottom + by.y), top + minSize);
  return roundRect({ x: left, y: top, width: right - left, height: bottom - top });
}

export function clamp(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}

function order(one: number, other: number): readonly [number, number] {
  return one < other ? [one, other] : [other, one];
}

/** Rounds to a millionth, and never over the edge. */
function roundRect({ x, y, width, height }: Rect): Rect {
  const left = round(x);
  const top = round(y);
  return {
    x: left,
    y: top,
    width: Math.min(round(width), round(1 - left)),
    height: Math.min(round(height), round(1 - top)),
  };
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
