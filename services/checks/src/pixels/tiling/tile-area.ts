import type { PixelImage } from '../../check/check.ts';
import type { Place } from '../drawings/draw-place.ts';
import { connectedPieces } from '../planes/windows.ts';
import type { Tiling, TileWindow } from './tile-windows.ts';

/** Of the tiles that are 1, those that hang together with one in the window. */
export function tilesAround(
  { column, row, size }: TileWindow,
  tiles: Uint8Array,
  { columns }: Tiling,
): Uint8Array {
  const { labels } = connectedPieces(tiles, columns);
  const chosen = new Set<number>();
  for (let y = row; y < row + size; y++) {
    for (const label of labels.subarray(y * columns + column, y * columns + column + size)) chosen.add(label);
  }
  chosen.delete(0);
  return Uint8Array.from(labels, (label) => (chosen.has(label) ? 1 : 0));
}

/** Whether the tile or one beside it is 1. */
export function isAtArea(tiles: Uint8Array, tile: number, { columns, rows }: Tiling): boolean {
  const column = tile % columns;
  const row = Math.floor(tile / columns);
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
      if (tiles[y * columns + x] === 1) return true;
    }
  }
  return false;
}

/** Share of the tiles that are 1. */
export function shareOfTiles(tiles: Uint8Array): number {
  return tiles.reduce((sum, inside) => sum + inside, 0) / tiles.length;
}

/** The tiles as a place with one value for each 8 by 8 pixels. */
export function placeOfTiles(tiles: Uint8Array, { columns, rows, side }: Tiling, image: PixelImage): Place {
  const width = Math.ceil(image.width / 8);
  const height = Math.ceil(image.height / 8);
  const data = Uint8Array.from({ length: width * height }, (_, i) => {
    const column = Math.min(columns - 1, Math.floor(((i % width) * 8) / side));
    const row = Math.min(rows - 1, Math.floor((Math.floor(i / width) * 8) / side));
    return tiles[row * columns + column] ?? 0;
  });
  return { width, height, data };
}
