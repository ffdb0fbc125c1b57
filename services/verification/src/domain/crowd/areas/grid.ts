import type { MarkedArea } from '../../stage/stage.ts';

/** Cells per side of a grid over a file as displayed, whatever its proportions. */
export const gridSide = 256;

/** The cells of a grid row by row: 1 inside of an area, 0 outside. */
export type Grid = Uint8Array;

export type Rectangle = Pick<MarkedArea, 'x' | 'y' | 'width' | 'height'>;

export function createGrid(): Grid {
  return new Uint8Array(gridSide * gridSide);
}

/** Marks the cells whose centre is inside of one of the areas. */
export function markCells(areas: readonly Rectangle[]): Grid {
  const grid = createGrid();
  for (const { x, y, width, height } of areas) {
    const [left, right] = findCells(x, x + width);
    const [top, bottom] = findCells(y, y + height);
    for (let row = top; row < bottom; row += 1)
      grid.fill(1, row * gridSide + left, row * gridSide + Math.max(left, right));
  }
  return grid;
}

/** Returns the first cell whose centre is at or after the start, and the first one at or after the end. */
function findCells(start: number, end: number): readonly [first: number, after: number] {
  const cellFrom = (place: number): number =>
    Math.min(gridSide, Math.max(0, Math.ceil(place * gridSide - 0.5)));
  return [cellFrom(start), cellFrom(end)];
}

/** Returns intersection divided by union; null where one of the grids is empty. */
export function computeIou(one: Grid, other: Grid): number | null {
  let inBoth = 0;
  let inOne = 0;
  let inOther = 0;
  for (let cell = 0; cell < one.length; cell += 1) {
    const isInOne = one[cell] === 1;
    const isInOther = other[cell] === 1;
    if (isInOne) inOne += 1;
    if (isInOther) inOther += 1;
    if (isInOne && isInOther) inBoth += 1;
  }
  return inOne === 0 || inOther === 0 ? null : inBoth / (inOne + inOther - inBoth);
}
