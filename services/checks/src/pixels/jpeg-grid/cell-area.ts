import type { CellBounds } from '../planes/cell-bounds.ts';
import type { CellGrid } from './grid-votes.ts';

/** An area that lies on another grid than the picture, or on one where the picture has none. */
export interface GridArea {
  readonly cells: readonly number[];
  /** The grid of its own, `y*8+x`. */
  readonly origin: number;
  /** Log10 of how many such areas chance alone would give in a picture of this size. */
  readonly falseAlarms: number;
}

/** Every cell of a rectangle. */
export function cellsIn({ left, right, top, bottom }: CellBounds, { columns }: CellGrid): number[] {
  const across = right - left + 1;
  return Array.from(
    { length: across * (bottom - top + 1) },
    (_, i) => (top + Math.floor(i / across)) * columns + left + (i % across),
  );
}

/** The cells at most `reach` away per axis, the cell itself among them. */
function eachNear(
  cell: number,
  { columns, rows }: CellGrid,
  reach: number,
  visit: (near: number) => void,
): void {
  const column = cell % columns;
  const row = Math.floor(cell / columns);
  for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y++) {
    for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x++)
      visit(y * columns + x);
  }
}

/** Cells for which `belongs` and that hang together over at most `reach` cells, piece by piece. */
export function piecesOf(
  grid: CellGrid,
  reach: number,
  belongs: (cell: number, seed: number) => boolean,
): number[][] {
  const isTaken = new Uint8Array(grid.columns * grid.rows);
  const pieces: number[][] = [];
  for (let seed = 0; seed < isTaken.length; seed++) {
    if (isTaken[seed] === 1 || !belongs(seed, seed)) continue;
    isTaken[seed] = 1;
    const piece = [seed];
    for (const cell of piece) {
      eachNear(cell, grid, reach, (near) => {
        if (isTaken[near] === 1 || !belongs(near, seed)) return;
        isTaken[near] = 1;
        piece.push(near);
      });
    }
    pieces.push(piece);
  }
  return pieces;
}
