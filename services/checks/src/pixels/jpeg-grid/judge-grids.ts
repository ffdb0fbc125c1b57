import type { SearchedPart } from '../../search/searched-part.ts';
import type { PixelImage } from '../../check/check.ts';
import type { Place } from '../drawings/draw-place.ts';
import { cellBounds } from '../planes/cell-bounds.ts';
import { placeOfTiles } from '../tiling/tile-area.ts';
import { cellsIn } from './cell-area.ts';
import type { GridArea } from './cell-area.ts';
import { countVotes, noVote } from './grid-votes.ts';
import type { CellGrid, GridVotes } from './grid-votes.ts';
import { countOrigins, isNearGrid } from './main-grid.ts';
import { areasOfOtherGrids } from './other-grid.ts';

/** What the grids of a picture come to. */
export interface JudgedGrids {
  /** How many powers of ten fewer such areas than one chance would give; 0 where there is none to point at. */
  readonly score: number;
  readonly place: Place | null;
  readonly share: number;
  /** Where the blocks of the picture begin, and of the area, 0..7 to the right and down; null where it has no grid. */
  readonly origin: Origin | null;
  readonly areaOrigin: Origin | null;
  /** Share of the votes that the grid with most has. */
  readonly mainShare: number;
  /** The areas on another grid, and those of them whose form the check judges. */
  readonly areas: SearchedPart;
}

export interface Origin {
  readonly x: number;
  readonly y: number;
}

export const gridParameters = {
  /** Log10: votes are not quite independent, and innocent pictures come to a thousandth of an area where chance gives one. */
  mostFalseAlarms: -5,
  /** Of the cells, as many must vote: drawings and pages of text have nothing to say. */
  leastVoting: 0.1,
  /** From this share of the votes on a grid is that of the whole picture; up to the other one it can be that of an area alone. */
  leastMainShare: 0.85,
  mostShareOfNone: 0.3,
  mostShare: 0.4,
  mostSpan: 0.9,
  mostFilling: 0.92,
  leastCellsOfRectangle: 40,
} as const;

/** Null where nobody can tell whether the picture as a whole has a grid. */
export function judgeGrids(image: PixelImage): JudgedGrids | null {
  const votes = countVotes(image);
  const counts = countOrigins(votes.soundOrigins);
  if (counts.votes < gridParameters.leastVoting * votes.origins.length) return null;
  const hasGrid = counts.share >= gridParameters.leastMainShare;
  if (!hasGrid && counts.share > gridParameters.mostShareOfNone) return null;
  const areas = areasOfOtherGrids(votes, (origin) => !hasGrid || !isNearGrid(origin, counts.origin));
  const standing = areas.filter(({ falseAlarms }) => falseAlarms <= gridParameters.mostFalseAlarms);
  const judged = standing.filter((found) => isLocal(found, votes));
  const [area] = judged.toSorted((p, q) => p.falseAlarms - q.falseAlarms);
  return {
    score: area === undefined ? 0 : -area.falseAlarms,
    place: area === undefined ? null : placeOf(area.cells, votes.grid, image),
    share: area === undefined ? 0 : area.cells.length / votes.origins.length,
    origin: hasGrid ? originOf(counts.origin) : null,
    areaOrigin: area === undefined ? null : originOf(area.origin),
    mainShare: counts.share,
    areas: { unit: 'area', total: standing.length, searched: judged.length, why: 'limit' },
  };
}

/**
 * A bar or a frame across the whole picture was added by a program, such as the one that shows it on a screen, and an upright
 * rectangle is a picture on a page.
 */
function isLocal({ cells }: GridArea, { grid, origins }: GridVotes): boolean {
  const box = cellBounds(cells, grid.columns);
  const span = Math.max((box.right - box.left + 1) / grid.columns, (box.bottom - box.top + 1) / grid.rows);
  const votesOf = (some: readonly number[]): number => some.filter((cell) => origins[cell] !== noVote).length;
  const filling = votesOf(cells) / votesOf(cellsIn(box, grid));
  const isRectangle =
    cells.length >= gridParameters.leastCellsOfRectangle && filling > gridParameters.mostFilling;
  return (
    cells.length <= gridParameters.mostShare * origins.length &&
    span <= gridParameters.mostSpan &&
    !isRectangle
  );
}

function originOf(origin: number): Origin {
  return { x: origin & 7, y: origin >> 3 };
}

function placeOf(
  cells: readonly number[],
  { columns, rows, step: side }: CellGrid,
  image: PixelImage,
): Place {
  const tiles = new Uint8Array(columns * rows);
  for (const cell of cells) tiles[cell] = 1;
  return placeOfTiles(tiles, { columns, rows, side }, image);
}
