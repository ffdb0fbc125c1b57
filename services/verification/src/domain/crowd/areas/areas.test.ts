import { createRandom } from '@assay/test-kit/seeded-random';
import { describe, expect, it } from 'vitest';
import { findConsensusArea } from './consensus-area.ts';
import { computeIou, gridSide, markCells } from './grid.ts';
import type { Grid, Rectangle } from './grid.ts';

const count = (grid: Grid): number => grid.reduce((sum, cell) => sum + cell, 0);
const whole: Rectangle = { x: 0, y: 0, width: 1, height: 1 };
const left: Rectangle = { x: 0, y: 0, width: 0.5, height: 1 };
const top: Rectangle = { x: 0, y: 0, width: 1, height: 0.5 };

/** The centres of all cells as points, tested one by one: slow, and another way than `markCells`. */
function findPoints(areas: readonly Rectangle[]): Set<string> {
  const points = new Set<string>();
  for (let row = 0; row < gridSide; row += 1) {
    for (let column = 0; column < gridSide; column += 1) {
      const x = (2 * column + 1) / 512;
      const y = (2 * row + 1) / 512;
      const isInside = (area: Rectangle): boolean =>
        x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
      if (areas.some(isInside)) points.add(`${String(column)} ${String(row)}`);
    }
  }
  return points;
}

function toPoints(grid: Grid): Set<string> {
  const cells = [...grid.entries()].filter(([, value]) => value === 1);
  return new Set(cells.map(([cell]) => `${String(cell % gridSide)} ${String(Math.floor(cell / gridSide))}`));
}

describe('the grid of marked areas', () => {
  it('has the cells whose centre is inside', () => {
    expect(count(markCells([whole]))).toBe(65_536);
    expect(count(markCells([left]))).toBe(32_768);
    expect(count(markCells([left, top]))).toBe(49_152);
    expect(count(markCells([{ x: 0.5, y: 0.5, width: 0, height: 0 }]))).toBe(0);
    expect(count(markCells([{ x: 0, y: 0, width: 1 / 512 + 1e-6, height: 1 / 512 + 1e-6 }]))).toBe(1);
  });

  it('agrees with a test of every centre for random areas', () => {
    const numbers = createRandom(7);
    const random = (): number => numbers.below(1_000_000) / 1_000_000;
    for (let round = 0; round < 6; round += 1) {
      const areas = Array.from({ length: 3 }, () => {
        const x = random();
        const y = random();
        return { x, y, width: random() * (1 - x), height: random() * (1 - y) };
      });
      expect(toPoints(markCells(areas))).toEqual(findPoints(areas));
    }
  });

  it('overlaps by intersection over union', () => {
    expect(computeIou(markCells([left]), markCells([top]))).toBe(1 / 3);
    expect(computeIou(markCells([left]), markCells([left]))).toBe(1);
    expect(computeIou(markCells([left]), markCells([{ ...left, x: 0.5 }]))).toBe(0);
    expect(computeIou(markCells([]), markCells([left]))).toBeNull();
    expect(computeIou(markCells([left]), markCells([]))).toBeNull();
  });

  it('agrees with sets of points for the overlap of random areas', () => {
    const numbers = createRandom(11);
    const random = (): number => numbers.below(1_000_000) / 1_000_000;
    for (let round = 0; round < 4; round += 1) {
      const build = () => [{ x: random() / 2, y: random() / 2, width: 0.5, height: random() / 2 }];
      const one = build();
      const other = build();
      const points = findPoints(one);
      const others = findPoints(other);
      const inBoth = [...points].filter((point) => others.has(point)).length;
      const expected = inBoth / new Set([...points, ...others]).size;
      expect(computeIou(markCells(one), markCells(other))).toBeCloseTo(expected, 12);
    }
  });
});

describe('the consensus area', () => {
  it('has the cells that more than half of the weight marked, also of workers who marked nothing', () => {
    const area = findConsensusArea([
      { weight: 0.8, areas: [left] },
      { weight: 0.6, areas: [top] },
      { weight: 0.6, areas: [top, left] },
      { weight: 0.6, areas: [] },
    ]);
    // Of 2.6 the left half has 1.4, the upper right quarter 1.2.
    expect(toPoints(area)).toEqual(findPoints([left]));
  });

  it('is empty where exactly half of the weight marked', () => {
    const area = findConsensusArea([
      { weight: 0.6, areas: [whole] },
      { weight: 0.6, areas: [] },
    ]);
    expect(count(area)).toBe(0);
    expect(count(findConsensusArea([]))).toBe(0);
  });
});
