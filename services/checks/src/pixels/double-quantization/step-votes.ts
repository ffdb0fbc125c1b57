import type { PixelImage } from '../../check/check.ts';
import { tilingOf } from '../tiling/tile-windows.ts';
import type { Tiling } from '../tiling/tile-windows.ts';
import { sampledColumns, slideDct } from './sliding-dct.ts';
import type { Sampling } from './sliding-dct.ts';
import { frequencies, stepsByFrequency } from './step-tables.ts';

/**
 * How well the coefficients fit multiples of each step: by tile, grid origin (0..63, `y*8+x`) and place of the step
 * (`votePlaces`), the sum of `cos(2πc/s)` over coefficients beyond half a step, and their number.
 */
export interface StepVotes {
  readonly tiling: Tiling;
  readonly sums: Float32Array;
  readonly counts: Uint16Array;
}

const targetTiles = 700;
const leastTileSide = 16;
const mostSamples = 1_000_000;
/** Larger coefficients are left out; they are rare, and a small error of the step would spoil them. */
const mostCoefficient = 120;
const resolution = 4;

/** Where the steps of each frequency begin among the votes of one origin. */
const offsets: readonly number[] = stepsByFrequency.map((_, k) =>
  stepsByFrequency.slice(0, k).reduce((sum, steps) => sum + steps.length, 0),
);
export const votesPerOrigin = stepsByFrequency.reduce((sum, steps) => sum + steps.length, 0);

export function votePlace(frequency: number, step: number): number {
  return (offsets[frequency] ?? 0) + step;
}

/** By frequency and rounded coefficient: how many steps it is beyond half of, and its cosine for each. */
const lookups = stepsByFrequency.map((steps) => {
  const size = mostCoefficient * resolution + 1;
  const reach = Uint8Array.from(
    { length: size },
    (_, i) => steps.filter((step) => step < (2 * i) / resolution).length,
  );
  const cosines = new Float32Array(size * steps.length);
  for (let i = 0; i < size; i++) {
    steps.forEach((step, j) => {
      cosines[i * steps.length + j] = Math.cos((2 * Math.PI * i) / resolution / step);
    });
  }
  return { steps: steps.length, reach, cosines };
});

export function countVotes(image: PixelImage): StepVotes {
  const sampling = samplingOf(image);
  const tiling = tilingOf(image, { tiles: targetTiles, leastSide: leastTileSide });
  const cells = tiling.columns * tiling.rows * 64 * votesPerOrigin;
  const votes = { tiling, sums: new Float32Array(cells), counts: new Uint16Array(cells) };
  const columns = sampledColumns(image, sampling);
  const starts = new Int32Array(columns.length);
  slideDct(image, sampling, (y, rows) => {
    const row = Math.min(tiling.rows - 1, Math.floor(y / tiling.side));
    columns.forEach((x, i) => {
      const tile = row * tiling.columns + Math.min(tiling.columns - 1, Math.floor(x / tiling.side));
      starts[i] = (tile * 64 + (y & 7) * 8 + (x & 7)) * votesPerOrigin;
    });
    frequencies.forEach(([v, u], k) => {
      addRow(rows[v * 4 + u] ?? new Float32Array(0), k, { starts, ...votes });
    });
  });
  spreadCounts(votes.counts);
  return votes;
}

function samplingOf({ width, height }: PixelImage): Sampling {
  const share = Math.ceil((width * height) / mostSamples);
  const columnStride = Math.max(1, Math.floor(Math.sqrt(share)));
  return { columnStride, rowStride: Math.ceil(share / columnStride) };
}

interface RowVotes extends Pick<StepVotes, 'sums' | 'counts'> {
  /** By column: where the votes of its tile and origin begin. */
  readonly starts: Int32Array;
}

/** A coefficient is counted once, at the last step it is beyond half of; `spreadCounts` counts it for the smaller ones. */
function addRow(coefficients: Float32Array, frequency: number, { starts, sums, counts }: RowVotes): void {
  const lookup = lookups[frequency];
  if (lookup === undefined) return;
  const { steps, reach, cosines } = lookup;
  const offset = offsets[frequency] ?? 0;
  for (let i = 0; i < coefficients.length; i++) {
    const index = Math.round(Math.abs(coefficients[i] ?? 0) * resolution);
    const reached = reach[index] ?? 0;
    if (reached === 0) continue;
    const start = (starts[i] ?? 0) + offset;
    for (let j = 0; j < reached; j++)
      sums[start + j] = (sums[start + j] ?? 0) + (cosines[index * steps + j] ?? 0);
    counts[start + reached - 1] = (counts[start + reached - 1] ?? 0) + 1;
  }
}

function spreadCounts(counts: Uint16Array): void {
  for (let start = 0; start < counts.length; start += votesPerOrigin) {
    for (let k = 0; k < offsets.length; k++) {
      const from = start + (offsets[k] ?? 0);
      for (let at = start + (offsets[k + 1] ?? votesPerOrigin) - 2; at >= from; at--)
        counts[at] = (counts[at] ?? 0) + (counts[at + 1] ?? 0);
    }
  }
}
