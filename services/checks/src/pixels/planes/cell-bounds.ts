/** The smallest upright rectangle about some cells; the ends belong to it. */
export interface CellBounds {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Of cells numbered row by row, `columns` in each row; of no cells `right` and `bottom` are -1. */
export function cellBounds(cells: Iterable<number>, columns: number): CellBounds {
  let left = Infinity;
  let right = -1;
  let top = Infinity;
  let bottom = -1;
  for (const cell of cells) {
    const column = cell % columns;
    const row = Math.floor(cell / columns);
    left = Math.min(left, column);
    right = Math.max(right, column);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
  }
  return { left, right, top, bottom };
}
