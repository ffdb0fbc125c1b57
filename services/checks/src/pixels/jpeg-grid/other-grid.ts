import { cellBounds } from '../planes/cell-bounds.ts';
import { cellsIn, piecesOf } from './cell-area.ts';
import type { GridArea } from './cell-area.ts';
import { chanceOfVotes, testsAmong } from './false-alarms.ts';
import { noVote } from './grid-votes.ts';
import type { GridVotes } from './grid-votes.ts';
import { chanceOfOrigin, countOrigins } from './main-grid.ts';

/** Votes for one grid that lie this many cells apart belong together. */
const reach = 2;
/** How many times as often as by chance a grid may be voted for in the rest of the picture, or it is no area's own. */
const mostElsewhere = 2;

/** Areas that agree on a grid which the rest of the picture does not have; of the grids that `isSought` names. */
export function areasOfOtherGrids(
  { grid, origins }: GridVotes,
  isSought: (origin: number) => boolean,
): GridArea[] {
  const { counts, votes } = countOrigins(origins);
  const sought = Uint8Array.from({ length: 64 }, (_, origin) => (isSought(origin) ? 1 : 0));
  const pieces = piecesOf(grid, reach, (cell, seed) => {
    const origin = origins[cell] ?? noVote;
    return origin !== noVote && sought[origin] === 1 && origin === origins[seed];
  });
  const tests = Math.log10(64) + testsAmong(origins.length);
  return pieces.flatMap((cells) => {
    const origin = origins[cells[0] ?? 0] ?? noVote;
    const box = cellsIn(cellBounds(cells, grid.columns), grid);
    const around = box.filter((cell) => origins[cell] !== noVote).length;
    const falseAlarms = tests + chanceOfVotes(cells.length, box.length, chanceOfOrigin);
    const elsewhere = ((counts[origin] ?? 0) - cells.length) / Math.max(1, votes - around);
    if (falseAlarms >= 0 || elsewhere > mostElsewhere * chanceOfOrigin) return [];
    return [{ cells, origin, falseAlarms }];
  });
}
