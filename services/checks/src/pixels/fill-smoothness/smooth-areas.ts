import { connectedPieces, windowSums } from '../planes/windows.ts';
import type { Cells } from './cells.ts';
import { measureArea } from './area-measures.ts';
import type { AreaMeasures } from './area-measures.ts';
import { scoreArea } from './area-score.ts';

/** An area that is smoother than what surrounds it. */
export interface SmoothArea {
  /** Row-major over the cells. */
  readonly cells: Int32Array;
  readonly measures: AreaMeasures;
  /** Natural log odds in the pictures the weights were found on; larger is more suspicious. */
  readonly score: number;
}

/** Shares of the picture between which an area is judged, and the fewest cells of it. */
export const areaLimits = { leastShare: 0.003, mostShare: 0.15, leastCells: 12 } as const;
/** Activities below which a cell is taken for smooth, one after the other: a fill may be smooth beside anything rougher. */
const thresholds = Array.from({ length: 12 }, (_, i) => 0.35 * 1.35 ** i);

/** The area most like one that was filled in, over all thresholds; null where none can be judged. */
export function mostSuspiciousArea(cells: Cells): SmoothArea | null {
  let best: SmoothArea | null = null;
  for (const threshold of thresholds) {
    for (const area of piecesOf(cells, threshold)) {
      const measures = measureArea(cells, area, threshold);
      const score = scoreArea(measures);
      if (score !== null && score > (best?.score ?? -Infinity)) best = { cells: area, measures, score };
    }
  }
  return best;
}

/** Connected cells of at most this activity, of a size that is judged. */
function piecesOf(cells: Cells, threshold: number): Int32Array[] {
  const { labels, sizes } = connectedPieces(smoothCells(cells, threshold), cells.width);
  const least = Math.max(areaLimits.leastCells, areaLimits.leastShare * labels.length);
  const most = areaLimits.mostShare * labels.length;
  const pieces = sizes.map((size) => (size >= least && size <= most ? new Int32Array(size) : null));
  const judged = pieces.filter((piece) => piece !== null);
  if (judged.length === 0) return [];
  const filled = new Int32Array(sizes.length);
  for (let cell = 0; cell < labels.length; cell++) {
    const label = labels[cell] ?? 0;
    const piece = pieces[label] ?? null;
    if (piece === null) continue;
    piece[filled[label] ?? 0] = cell;
    filled[label] = (filled[label] ?? 0) + 1;
  }
  return judged;
}

/** 1 where most of a cell and its eight neighbours are smooth. */
function smoothCells({ width, height, activity, clipped }: Cells, threshold: number): Uint8Array {
  const values = new Float32Array(activity.length);
  for (let i = 0; i < values.length; i++)
    values[i] = (activity[i] ?? 0) < threshold && clipped[i] === 0 ? 1 : 0;
  const smooth = windowSums({ width, height, values }, 1).values;
  const mask = new Uint8Array(values.length);
  for (let y = 0, i = 0; y < height; y++) {
    const down = spanOf(y, height);
    for (let x = 0; x < width; x++, i++)
      mask[i] = (smooth[i] ?? 0) * 9 >= down * spanOf(x, width) * 5 ? 1 : 0;
  }
  return mask;
}

/** Cells of three that lie inside, about this one. */
function spanOf(place: number, size: number): number {
  return Math.min(size - 1, place + 1) - Math.max(0, place - 1) + 1;
}
