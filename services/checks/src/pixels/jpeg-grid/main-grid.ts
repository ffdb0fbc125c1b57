import { noVote } from './grid-votes.ts';
import type { GridVotes } from './grid-votes.ts';

/** By chance a vote falls to each of the 64 grids alike. */
export const chanceOfOrigin = 1 / 64;

/** How the votes of a picture fall. */
export interface VoteCounts {
  /** How many cells voted for each grid, and for any. */
  readonly counts: Int32Array;
  readonly votes: number;
  /** The grid with most votes, and its share of them. */
  readonly origin: number;
  readonly share: number;
}

export function countOrigins(origins: GridVotes['origins']): VoteCounts {
  const counts = new Int32Array(64);
  let votes = 0;
  for (const origin of origins) {
    if (origin === noVote) continue;
    counts[origin] = (counts[origin] ?? 0) + 1;
    votes++;
  }
  const most = Math.max(...counts);
  return { counts, votes, origin: counts.indexOf(most), share: most / Math.max(1, votes) };
}

/**
 * Whether the blocks of one grid begin so near to those of the other that they can win where little is to be seen: at most
 * a pixel beside them, or half a block, where the colours of a JPEG are put together from smaller pictures.
 */
export function isNearGrid(origin: number, other: number): boolean {
  return isNear(origin - other) && isNear((origin >> 3) - (other >> 3));
}

function isNear(shift: number): boolean {
  return [0, 1, 4, 7].includes(shift & 7);
}
