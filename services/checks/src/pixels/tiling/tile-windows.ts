/** A picture in square tiles; what is left over at the right and below belongs to the last ones. */
export interface Tiling {
  readonly columns: number;
  readonly rows: number;
  /** Side of a tile in pixels, a multiple of 8. */
  readonly side: number;
}

/** A square of tiles. */
export interface TileWindow {
  readonly column: number;
  readonly row: number;
  readonly size: number;
}

/** About so many tiles, none smaller than `leastSide`. */
export function tilingOf(
  { width, height }: { readonly width: number; readonly height: number },
  { tiles, leastSide }: { readonly tiles: number; readonly leastSide: number },
): Tiling {
  const side = Math.max(leastSide, Math.ceil(Math.sqrt((width * height) / tiles) / 8) * 8);
  return {
    side,
    columns: Math.max(1, Math.floor(width / side)),
    rows: Math.max(1, Math.floor(height / side)),
  };
}

/** The tile of a pixel. */
export function tileAt({ columns, rows, side }: Tiling, x: number, y: number): number {
  return Math.min(rows - 1, Math.floor(y / side)) * columns + Math.min(columns - 1, Math.floor(x / side));
}

/** All windows of these sizes; the large ones overlap by two thirds. */
export function windowsOf({ columns, rows }: Tiling, sizes: readonly number[]): TileWindow[] {
  return sizes.flatMap((size) => {
    const stride = Math.max(1, Math.floor(size / 3));
    const down = Math.max(0, Math.floor((rows - size) / stride) + 1);
    const across = Math.max(0, Math.floor((columns - size) / stride) + 1);
    return Array.from({ length: down * across }, (_, i) => ({
      column: (i % across) * stride,
      row: Math.floor(i / across) * stride,
      size,
    }));
  });
}

/** Sums over the tiles above and left, for `windowSum`. */
export function cumulate(values: Float32Array, { columns, rows }: Tiling): Float64Array {
  const out = new Float64Array((columns + 1) * (rows + 1));
  for (let row = 0; row < rows; row++) {
    let line = 0;
    for (let column = 0; column < columns; column++) {
      line += values[row * columns + column] ?? 0;
      const at = (row + 1) * (columns + 1) + column + 1;
      out[at] = (out[at - columns - 1] ?? 0) + line;
    }
  }
  return out;
}

export function windowSum(
  cumulated: Float64Array,
  { column, row, size }: TileWindow,
  { columns }: Tiling,
): number {
  const above = row * (columns + 1) + column;
  const below = above + size * (columns + 1);
  return (
    (cumulated[below + size] ?? 0) -
    (cumulated[below] ?? 0) -
    (cumulated[above + size] ?? 0) +
    (cumulated[above] ?? 0)
  );
}
