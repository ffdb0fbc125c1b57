import type { DrawnPage } from '@assay/media/pdf/drawing/open-drawable';
import { cellBounds } from '../../pixels/planes/cell-bounds.ts';
import type { PixelBox } from '../../pixels/planes/orientation.ts';
import { connectedPieces } from '../../pixels/planes/windows.ts';

/** Side of a cell in pixels: lines of one paragraph stay together, and columns apart. */
const cell = 12;
/** Of a channel; what is drawn the same is equal to the byte, and less than this nobody sees. */
const seen = 32;

/** The areas in which two drawings of a page look different, in pixels of the drawings, the largest first. */
export function changedAreas(before: DrawnPage, after: DrawnPage): PixelBox[] {
  const { width, height } = after;
  if (before.width !== width || before.height !== height) return [{ x: 0, y: 0, width, height }];
  if (Buffer.compare(before.data, after.data) === 0) return [];
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  const changed = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / cell) * columns;
    for (let x = 0; x < width; x += 1) {
      if (differs(before.data, after.data, (y * width + x) * 4)) changed[row + Math.floor(x / cell)] = 1;
    }
  }
  const { labels, sizes } = connectedPieces(changed, columns);
  const pieces: number[][] = sizes.map(() => []);
  labels.forEach((label, at) => {
    if (label > 0) pieces[label]?.push(at);
  });
  return pieces
    .slice(1)
    .map((piece) => boxOf(piece, columns, after))
    .toSorted((one, other) => other.width * other.height - one.width * one.height);
}

function differs(before: Uint8Array, after: Uint8Array, at: number): boolean {
  for (let channel = at; channel < at + 3; channel += 1) {
    if (Math.abs((before[channel] ?? 0) - (after[channel] ?? 0)) > seen) return true;
  }
  return false;
}

function boxOf(
  piece: readonly number[],
  columns: number,
  { width, height }: Pick<DrawnPage, 'width' | 'height'>,
): PixelBox {
  const { left, right, top, bottom } = cellBounds(piece, columns);
  const x = left * cell;
  const y = top * cell;
  return {
    x,
    y,
    width: Math.min(width, (right + 1) * cell) - x,
    height: Math.min(height, (bottom + 1) * cell) - y,
  };
}
