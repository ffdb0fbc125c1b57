import { cellBounds } from '../planes/cell-bounds.ts';
import type { Cells } from './cells.ts';

/** What lies about an area: everything in cells, row-major over the picture. */
export interface Surroundings {
  /** Cells two to four steps away from it. */
  readonly ring: readonly number[];
  /** Pairs of a cell on the outline and one two steps straight out of it. */
  readonly across: readonly (readonly [inside: number, outside: number])[];
  /** Sides of cells that are the outline, and how many of them lie on the picture's edge. */
  readonly outline: number;
  readonly onEdge: number;
  /** Cells of the smallest upright rectangle about it. */
  readonly boxCells: number;
}

const ringFrom = 2;
const ringTo = 4;
const ways = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

export function surroundingsOf({ width, height }: Cells, area: Int32Array): Surroundings {
  const distances = distancesFrom(area, { width, height });
  const ring: number[] = [];
  const across: [number, number][] = [];
  let outline = 0;
  let onEdge = 0;
  for (const [cell, distance] of distances) if (distance >= ringFrom) ring.push(cell);
  for (const cell of area) {
    const x = cell % width;
    const y = Math.floor(cell / width);
    for (const [dx, dy] of ways) {
      const isOnEdge = !isInside(x + dx, y + dy, { width, height });
      if (!isOnEdge && distances.get(cell + dy * width + dx) === 0) continue;
      outline++;
      if (isOnEdge) onEdge++;
      else if (isInside(x + 2 * dx, y + 2 * dy, { width, height })) {
        across.push([cell, cell + 2 * (dy * width + dx)]);
      }
    }
  }
  return { ring, across, outline, onEdge, boxCells: boxCellsOf(area, width) };
}

type Size = Pick<Cells, 'width' | 'height'>;

/** Steps from the area, 0 in it, of every cell up to the ring's outer edge. */
function distancesFrom(area: Int32Array, size: Size): Map<number, number> {
  const distances = new Map<number, number>();
  for (const cell of area) distances.set(cell, 0);
  let front: readonly number[] = [...area];
  for (let distance = 1; distance <= ringTo; distance++) {
    const next: number[] = [];
    for (const beside of front.flatMap((cell) => neighboursOf(cell, size))) {
      if (distances.has(beside)) continue;
      distances.set(beside, distance);
      next.push(beside);
    }
    front = next;
  }
  return distances;
}

function neighboursOf(cell: number, size: Size): number[] {
  const x = cell % size.width;
  const y = Math.floor(cell / size.width);
  return ways.flatMap(([dx, dy]) => (isInside(x + dx, y + dy, size) ? [cell + dy * size.width + dx] : []));
}

function isInside(x: number, y: number, { width, height }: Size): boolean {
  return x >= 0 && y >= 0 && x < width && y < height;
}

function boxCellsOf(area: Int32Array, width: number): number {
  const { left, right, top, bottom } = cellBounds(area, width);
  return (right - left + 1) * (bottom - top + 1);
}
