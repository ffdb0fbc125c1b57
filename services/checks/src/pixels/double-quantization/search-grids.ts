import { cumulate, windowsOf, windowSum } from '../tiling/tile-windows.ts';
import type { Tiling, TileWindow } from '../tiling/tile-windows.ts';
import type { EarlierTable } from './step-tables.ts';
import type { StepVotes } from './step-votes.ts';
import { votePlace, votesPerOrigin } from './step-votes.ts';

/** By tile: how well its coefficients fit an earlier compression, and the variance of that by chance. */
export interface GridFit {
  readonly sums: Float32Array;
  readonly variances: Float32Array;
}

/** The window of one origin and earlier compression that fits best; `z` in standard deviations of chance. */
export interface GridCandidate {
  /** Where the blocks begin, 0..63: `y*8+x`. */
  readonly origin: number;
  readonly table: EarlierTable;
  readonly window: TileWindow;
  readonly z: number;
}

const windowSizes = [1, 2, 3, 4, 6, 9];
/** Windows with less give no normal distribution: as many coefficients, twice. */
const leastVariance = 25;

/** The best window of each origin, the best first. */
export function searchGrids(
  votes: StepVotes,
  tables: readonly EarlierTable[],
  isSearched: (origin: number) => boolean,
): GridCandidate[] {
  const origins = Array.from({ length: 64 }, (_, origin) => origin).filter(isSearched);
  const windows = windowsOf(votes.tiling, windowSizes);
  const found = origins.flatMap((origin) => {
    const byPlace = transpose(votes, origin);
    const best = tables.map((table) => ({
      origin,
      table,
      ...bestWindow(fitOf(byPlace, table), { windows, tiling: votes.tiling }),
    }));
    return best.sort((p, q) => q.z - p.z).slice(0, 1);
  });
  return found.sort((p, q) => q.z - p.z);
}

/** How well each tile fits one origin and earlier compression. */
export function gridFit(
  votes: StepVotes,
  { origin, table }: Pick<GridCandidate, 'origin' | 'table'>,
): GridFit {
  return fitOf(transpose(votes, origin), table);
}

/** What the other origins come to in the window, for the same earlier compression and for any. */
export interface Rivals {
  readonly mean: number;
  readonly deviation: number;
  readonly best: number;
}

export function rivalsOf(
  votes: StepVotes,
  { origin, table, window }: GridCandidate,
  { tables, isSearched }: { tables: readonly EarlierTable[]; isSearched: (origin: number) => boolean },
): Rivals {
  const others = Array.from({ length: 64 }, (_, other) => other).filter(
    (other) => other !== origin && isSearched(other),
  );
  let best = 0;
  const same: number[] = [];
  for (const other of others) {
    const within = sumWindow(votes, other, window);
    for (const one of tables) best = Math.max(best, zOf(fitOf(within, one)));
    same.push(zOf(fitOf(within, table)));
  }
  const mean = same.reduce((sum, z) => sum + z, 0) / same.length;
  const variance = same.reduce((sum, z) => sum + (z - mean) ** 2, 0) / same.length;
  return { mean, deviation: Math.sqrt(variance), best };
}

function zOf({ sums, variances }: GridFit): number {
  return (variances[0] ?? 0) < leastVariance ? 0 : (sums[0] ?? 0) / Math.sqrt(variances[0] ?? 1);
}

/** Votes of one origin with the tiles of each place side by side. */
interface PlaceVotes {
  readonly tiles: number;
  readonly sums: Float32Array;
  readonly counts: Float32Array;
}

function transpose({ tiling, sums, counts }: StepVotes, origin: number): PlaceVotes {
  const tiles = tiling.columns * tiling.rows;
  const out = {
    tiles,
    sums: new Float32Array(tiles * votesPerOrigin),
    counts: new Float32Array(tiles * votesPerOrigin),
  };
  for (let tile = 0; tile < tiles; tile++) {
    const start = (tile * 64 + origin) * votesPerOrigin;
    for (let place = 0; place < votesPerOrigin; place++) {
      out.sums[place * tiles + tile] = sums[start + place] ?? 0;
      out.counts[place * tiles + tile] = counts[start + place] ?? 0;
    }
  }
  return out;
}

function sumWindow({ tiling, sums, counts }: StepVotes, origin: number, window: TileWindow): PlaceVotes {
  const out = { tiles: 1, sums: new Float32Array(votesPerOrigin), counts: new Float32Array(votesPerOrigin) };
  for (let row = window.row; row < window.row + window.size; row++) {
    for (let column = window.column; column < window.column + window.size; column++) {
      const start = ((row * tiling.columns + column) * 64 + origin) * votesPerOrigin;
      for (let place = 0; place < votesPerOrigin; place++) {
        out.sums[place] = (out.sums[place] ?? 0) + (sums[start + place] ?? 0);
        out.counts[place] = (out.counts[place] ?? 0) + (counts[start + place] ?? 0);
      }
    }
  }
  return out;
}

/** The cosine of a coefficient that fits nothing has mean 0 and variance 1/2. */
function fitOf({ tiles, sums, counts }: PlaceVotes, { parts }: EarlierTable): GridFit {
  const out = { sums: new Float32Array(tiles), variances: new Float32Array(tiles) };
  for (const { frequency, step, weight } of parts) {
    const start = votePlace(frequency, step) * tiles;
    for (let tile = 0; tile < tiles; tile++) {
      out.sums[tile] = (out.sums[tile] ?? 0) + weight * (sums[start + tile] ?? 0);
      out.variances[tile] = (out.variances[tile] ?? 0) + (weight ** 2 / 2) * (counts[start + tile] ?? 0);
    }
  }
  return out;
}

interface Windows {
  readonly windows: readonly TileWindow[];
  readonly tiling: Tiling;
}

function bestWindow(
  { sums, variances }: GridFit,
  { windows, tiling }: Windows,
): Pick<GridCandidate, 'window' | 'z'> {
  const total = { sums: cumulate(sums, tiling), variances: cumulate(variances, tiling) };
  let best = { window: { column: 0, row: 0, size: 1 }, z: 0 };
  for (const window of windows) {
    const variance = windowSum(total.variances, window, tiling);
    if (variance < leastVariance) continue;
    const sum = windowSum(total.sums, window, tiling);
    if (sum > 0 && sum * sum > best.z * best.z * variance) best = { window, z: sum / Math.sqrt(variance) };
  }
  return best;
}
