/** Maps `x, y` to `a x + c y + e, b x + d y + f` (ISO 32000-2 §8.3.3). */
export type Matrix = readonly [number, number, number, number, number, number];

/** An area of a page as it is displayed: points of 1/72 inch, from its upper left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const identityMatrix: Matrix = [1, 0, 0, 1, 0, 0];

/** What applies `inner` first, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  return [
    a * inner[0] + c * inner[1],
    b * inner[0] + d * inner[1],
    a * inner[2] + c * inner[3],
    b * inner[2] + d * inner[3],
    a * inner[4] + c * inner[5] + e,
    b * inner[4] + d * inner[5] + f,
  ];
}

/** The smallest box around a rectangle, given by two opposite corners, once it is mapped. */
export function mappedBox(matrix: Matrix, [x0, y0, x1, y1]: readonly [number, number, number, number]): Box {
  const [a, b, c, d, e, f] = matrix;
  const across = [a * x0 + c * y0, a * x1 + c * y0, a * x0 + c * y1, a * x1 + c * y1].map((x) => x + e);
  const down = [b * x0 + d * y0, b * x1 + d * y0, b * x0 + d * y1, b * x1 + d * y1].map((y) => y + f);
  return {
    left: Math.min(...across),
    top: Math.min(...down),
    right: Math.max(...across),
    bottom: Math.max(...down),
  };
}

/** Whether rectangles along the axes stay so. */
export function keepsAxes([a, b, c, d]: Matrix): boolean {
  const small = 1e-4 * Math.max(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d));
  const isZero = (value: number): boolean => Math.abs(value) <= small;
  return (isZero(b) && isZero(c)) || (isZero(a) && isZero(d));
}

/** What two boxes share; empty, with sides of 0 or less, where they share nothing. */
export function intersection(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

/** The smallest box around two. */
export function union(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** In square points; 0 of an empty box. */
export function areaOf({ left, top, right, bottom }: Box): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

/** How much of `inner` lies within `outer`, from 0 to 1. */
export function shareWithin(inner: Box, outer: Box): number {
  const area = areaOf(inner);
  return area === 0 ? 0 : areaOf(intersection(inner, outer)) / area;
}

/** Returns true where two boxes share an area; an edge alone is none. */
export function touches(one: Box, other: Box): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}
