import { createGrid, gridSide, markCells } from './grid.ts';
import type { Grid, Rectangle } from './grid.ts';

/** The areas of one worker, with the accuracy of the worker as weight. */
export interface WeightedAreas {
  readonly weight: number;
  readonly areas: readonly Rectangle[];
}

/** Sums of weights in another order are no more than half. */
const tolerance = 1e-9;

/** Finds the cells that more than half of the weight of all workers marked, those included who marked nothing. */
export function findConsensusArea(workers: readonly WeightedAreas[]): Grid {
  const total = workers.reduce((sum, { weight }) => sum + weight, 0);
  const marked = new Float64Array(gridSide * gridSide);
  for (const { weight, areas } of workers) {
    if (areas.length === 0) continue;
    for (const [cell, value] of markCells(areas).entries())
      if (value === 1) marked[cell] = (marked[cell] ?? 0) + weight;
  }
  const grid = createGrid();
  for (const [cell, weight] of marked.entries()) if (weight > total / 2 + tolerance) grid[cell] = 1;
  return grid;
}
