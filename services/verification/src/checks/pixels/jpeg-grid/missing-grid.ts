import { eachNear, piecesOf } from './cell-area.ts';
import type { GridArea } from './cell-area.ts';
import { chanceOfVotes, testsAmong } from './false-alarms.ts';
import { noVote } from './grid-votes.ts';
import type { GridVotes } from './grid-votes.ts';
import type { VoteCounts } from './main-grid.ts';

/** Cells as busy as each other are compared, in so many groups. */
const groups = 12;
/** Even the smoothest cells miss the grid by chance. */
const leastMissed = 0.04;
/** Of a cell and the eight around it: as many must vote, and more than half of those for other grids. */
const leastVotes = 3;
const leastCells = 6;

/** Areas in which the picture's grid does not show, although it shows in cells as busy elsewhere. */
export function areasWithoutGrid(votes: GridVotes, main: Pick<VoteCounts, 'origin'>): GridArea[] {
  const { grid, soundOrigins: origins } = votes;
  const missed = chancesToMiss(votes, main);
  const isWithout = Uint8Array.from(origins, (_, cell) => (mostMiss(cell, votes, main) ? 1 : 0));
  const pieces = piecesOf(grid, 1, (cell) => isWithout[cell] === 1);
  return pieces.flatMap((cells) => {
    const voting = cells.filter((cell) => origins[cell] !== noVote);
    const chance = voting.reduce((sum, cell) => sum + (missed[cell] ?? 1), 0) / Math.max(1, voting.length);
    const missing = voting.filter((cell) => origins[cell] !== main.origin).length;
    const falseAlarms = testsAmong(origins.length) + chanceOfVotes(missing, voting.length, chance);
    return cells.length < leastCells || falseAlarms >= 0 ? [] : [{ cells, origin: null, falseAlarms }];
  });
}

function mostMiss(
  cell: number,
  { grid, soundOrigins: origins }: GridVotes,
  main: Pick<VoteCounts, 'origin'>,
): boolean {
  let [voting, missing] = [0, 0];
  eachNear(cell, grid, 1, (near) => {
    if (origins[near] === noVote) return;
    voting++;
    if (origins[near] !== main.origin) missing++;
  });
  return voting >= leastVotes && missing > voting / 2;
}

/** By cell: the share of those about as busy that vote for another grid; compression shows least where most is to be seen. */
function chancesToMiss(
  { soundOrigins: origins, activity }: GridVotes,
  main: Pick<VoteCounts, 'origin'>,
): Float32Array {
  const voting = Int32Array.from(origins.keys())
    .filter((cell) => origins[cell] !== noVote)
    .sort((p, q) => (activity[p] ?? 0) - (activity[q] ?? 0));
  const chances = new Float32Array(origins.length).fill(1);
  for (let group = 0; group < groups; group++) {
    const from = Math.floor((group * voting.length) / groups);
    const alike = voting.subarray(from, Math.floor(((group + 1) * voting.length) / groups));
    const missing = alike.reduce((sum, cell) => sum + (origins[cell] === main.origin ? 0 : 1), 0);
    const chance = Math.max(leastMissed, (missing + 1) / (alike.length + 2));
    for (const cell of alike) chances[cell] = chance;
  }
  return chances;
}
