import type { PixelImage } from '../../check/check.ts';
import { countZeros, transformRow } from './block-zeros.ts';
import type { RowTransform } from './block-zeros.ts';
import { cellSpan, emptyRows, isClipped, isDrawn, readRow } from './cell-pixels.ts';
import type { PixelRow } from './cell-pixels.ts';

/** Cells of a picture, row-major. */
export interface CellGrid {
  readonly columns: number;
  readonly rows: number;
  /** Pixels from one cell to the next, a multiple of 8. */
  readonly step: number;
}

/** What each cell says of the grid the picture was compressed on. */
export interface GridVotes {
  readonly grid: CellGrid;
  /**
   * Where the blocks begin, `y*8+x`, each 0 to 7: of the 64 blocks that begin in the first eight by eight pixels of the cell the
   * one with most zeros. `noVote` where none has most, or the cell is drawn.
   */
  readonly origins: Int8Array;
  /** The same, and `noVote` where the cell is clipped: whatever agrees there is a grid, but what disagrees need not be. */
  readonly soundOrigins: Int8Array;
}

export const noVote = -1;

/** A block without any structure says nothing of a grid. */
const mostZeros = 62;
/** Of larger pictures not every eighth pixel begins a cell. */
const mostCells = 25_000;

export function cellGridOf({ width, height }: Pick<PixelImage, 'width' | 'height'>): CellGrid {
  const step = 8 * Math.max(1, Math.ceil(Math.sqrt((width * height) / 64 / mostCells)));
  const cellsAlong = (pixels: number): number => Math.max(0, Math.floor((pixels - cellSpan) / step) + 1);
  return { step, columns: cellsAlong(width), rows: cellsAlong(height) };
}

/** Cells of a row that are looked at, and room for what is computed of them. */
interface RowOfCells {
  readonly starts: readonly number[];
  readonly pixels: readonly PixelRow[];
  readonly transforms: readonly RowTransform[];
  readonly counts: Uint8Array;
}

export function countVotes(image: PixelImage): GridVotes {
  const grid = cellGridOf(image);
  const origins = new Int8Array(grid.columns * grid.rows).fill(noVote);
  const soundOrigins = new Int8Array(origins.length).fill(noVote);
  const pixels = emptyRows(image.width);
  const transforms = Array.from({ length: cellSpan }, () =>
    Array.from({ length: 8 }, () => new Float32Array(grid.columns * 8)),
  );
  const counts = new Uint8Array(grid.columns * 64);
  for (let row = 0; row < grid.rows; row++) {
    for (const [j, line] of pixels.entries()) readRow(image, row * grid.step + j, line);
    const columns: number[] = [];
    for (let column = 0; column < grid.columns; column++)
      if (!isDrawn(pixels, column * grid.step)) columns.push(column);
    const starts = columns.map((column) => column * grid.step);
    const votes = voteInRow({ starts, pixels, transforms, counts });
    for (const [i, column] of columns.entries()) {
      const at = row * grid.columns + column;
      origins[at] = votes[i] ?? noVote;
      if (!isClipped(pixels, column * grid.step)) soundOrigins[at] = origins[at] ?? noVote;
    }
  }
  return { grid, origins, soundOrigins };
}

function voteInRow({ starts, pixels, transforms, counts }: RowOfCells): number[] {
  const places = starts.length * 8;
  const blocks = Int32Array.from({ length: places }, (_, i) => (starts[i >> 3] ?? 0) + (i & 7));
  for (const [j, transform] of transforms.entries()) {
    const row = pixels[j];
    if (row !== undefined) transformRow(row.luminance, blocks, transform);
  }
  for (let y = 0; y < 8; y++)
    countZeros(transforms.slice(y, y + 8), counts.subarray(y * places, (y + 1) * places));
  return starts.map((_, cell) => voteOf(counts, cell * 8, places));
}

function voteOf(counts: Uint8Array, first: number, places: number): number {
  let most = -1;
  let vote = noVote;
  for (let origin = 0; origin < 64; origin++) {
    const zeros = counts[(origin >> 3) * places + first + (origin & 7)] ?? 0;
    if (zeros > most) {
      most = zeros;
      vote = origin;
    } else if (zeros === most) {
      vote = noVote;
    }
  }
  return most > mostZeros ? noVote : vote;
}
