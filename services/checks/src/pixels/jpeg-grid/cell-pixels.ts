import type { PixelImage } from '../../check/check.ts';

/** Pixels per axis that the blocks of a cell cover: eight that begin at each of eight pixels. */
export const cellSpan = 15;

/** A row of a picture. */
export interface PixelRow {
  /** Rec. 601, in grey levels. */
  readonly luminance: Float32Array;
  /** 1 where a channel is at its end: clipping spoils what a grid left. */
  readonly clipped: Uint8Array;
}

const lowest = 2;
const highest = 253;

/** Room for the rows of a cell. */
export function emptyRows(width: number): PixelRow[] {
  return Array.from({ length: cellSpan }, () => ({
    luminance: new Float32Array(width),
    clipped: new Uint8Array(width),
  }));
}

export function readRow({ data, width }: PixelImage, y: number, { luminance, clipped }: PixelRow): void {
  for (let x = 0, at = y * width * 3; x < width; x++, at += 3) {
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const blue = data[at + 2] ?? 0;
    luminance[x] = 0.299 * red + 0.587 * green + 0.114 * blue;
    const isLow = red <= lowest || green <= lowest || blue <= lowest;
    clipped[x] = isLow || red >= highest || green >= highest || blue >= highest ? 1 : 0;
  }
}

/** Whether any pixel of the cell that begins at `left` is clipped. */
export function isClipped(rows: readonly PixelRow[], left: number): boolean {
  return rows.some(({ clipped }) => {
    for (let x = left; x < left + cellSpan; x++) if (clipped[x] === 1) return true;
    return false;
  });
}

/** Mean difference of neighbouring pixels, in grey levels, and how many of them are alike. */
const drawnFrom = { activity: 2, evenShare: 0.35 } as const;

/** Whether the cell that begins at `left` is busy although many of its pixels are like those beside them, as lettering is and no photograph. */
export function isDrawn(rows: readonly PixelRow[], left: number): boolean {
  let sum = 0;
  let even = 0;
  for (let y = 0; y + 1 < cellSpan; y++) {
    const row = rows[y]?.luminance ?? none;
    const below = rows[y + 1]?.luminance ?? none;
    for (let x = left; x + 1 < left + cellSpan; x++) {
      const level = row[x] ?? 0;
      const across = (row[x + 1] ?? 0) - level;
      const down = (below[x] ?? 0) - level;
      sum += Math.abs(across) + Math.abs(down);
      even += (across === 0 ? 1 : 0) + (down === 0 ? 1 : 0);
    }
  }
  const pairs = 2 * (cellSpan - 1) ** 2;
  return sum > drawnFrom.activity * pairs && even > drawnFrom.evenShare * pairs;
}

const none = new Float32Array(0);
