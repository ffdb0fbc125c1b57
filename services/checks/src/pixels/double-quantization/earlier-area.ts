import type { PixelImage } from '../../check/check.ts';
import { searchedWhole } from '../../search/searched-part.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import type { Place } from '../drawings/draw-place.ts';
import { isAtArea, placeOfTiles, shareOfTiles, tilesAround } from '../tiling/tile-area.ts';
import type { Tiling } from '../tiling/tile-windows.ts';
import { gridFit, rivalsOf, searchGrids } from './search-grids.ts';
import type { GridCandidate, GridFit } from './search-grids.ts';
import { tablesThrough } from './step-tables.ts';
import type { EarlierTable } from './step-tables.ts';
import { countVotes } from './step-votes.ts';
import type { StepVotes } from './step-votes.ts';

/** An area that was compressed before on a grid of its own, and more strongly than the image was at last. */
export interface EarlierArea {
  /** How far the area is from chance, in standard deviations, less what other grids come to there; 0 where it is not local. */
  readonly score: number;
  /** Where the earlier blocks begin, 0..7 from the image's own to the right and down. */
  readonly origin: { readonly x: number; readonly y: number };
  /** IJG quality of the earlier compression, roughly. */
  readonly quality: number;
  readonly place: Place;
  /** Share of the image. */
  readonly share: number;
  /** The best fit of the grid anywhere, in standard deviations of chance. */
  readonly z: number;
  /** The best fit of another grid in the same window. */
  readonly rivalZ: number;
  /** The fit of the rest of the image to the same grid, as a share of the fit of the area; null where it cannot tell. */
  readonly restFit: number | null;
  /** The excess of the fit of the rest of the image to this grid over that to other grids, in standard deviations; null where it was not compared. */
  readonly restExcess: number | null;
  /** The areas that stand out from chance on any grid, and those of them that were judged. */
  readonly areas: SearchedPart;
}

export const areaParameters = {
  standingZ: 6.3,
  mostShare: 0.4,
  mostRestFit: 0.25,
  maxRestExcess: 4,
  chanceRivalZ: 3.5,
  rivalShare: 0.4,
  leastRestVariance: 100,
} as const;

const { chanceRivalZ, rivalShare } = areaParameters;
const candidatesJudged = 6;
const tileZ = 2;

/**
 * The most convincing area, or null where the last save is too strong for any earlier one to show. `lastSteps` are the luminance
 * steps of the last save.
 */
export function findEarlierArea(image: PixelImage, lastSteps: readonly number[]): EarlierArea | null {
  const tables = tablesThrough(lastSteps);
  if (tables.length === 0) return null;
  const votes = countVotes(image);
  const candidates = searchGrids(votes, tables, isSearched);
  const areas = candidates.slice(0, candidatesJudged).map((candidate) => judgeArea(candidate, votes, tables));
  const [best] = areas.sort((p, q) => q.score - p.score || q.z - p.z);
  if (best === undefined) return null;
  const { tiles, ...area } = best;
  const judged = { areas: countAreas(candidates, areas), place: placeOfTiles(tiles, votes.tiling, image) };
  return { ...area, ...judged };
}

/** Counts the candidates that stand out; those beyond the limit, and larger ones than the check judges, were not judged. */
function countAreas(
  candidates: readonly GridCandidate[],
  areas: readonly Pick<JudgedArea, 'z' | 'share' | 'restFit'>[],
): SearchedPart {
  const standing = candidates.filter(({ z }) => z > areaParameters.standingZ).length;
  const tooLarge = areas.filter(
    ({ z, share, restFit }) =>
      z > areaParameters.standingZ &&
      share > areaParameters.mostShare &&
      (restFit ?? 0) <= areaParameters.mostRestFit,
  ).length;
  const searched = Math.min(standing, candidatesJudged) - tooLarge;
  return { ...searchedWhole('area', standing), searched };
}

type JudgedArea = Omit<EarlierArea, 'place' | 'areas'> & { readonly tiles: Uint8Array };

/** The area around a candidate, as tiles. */
function judgeArea(candidate: GridCandidate, votes: StepVotes, tables: readonly EarlierTable[]): JudgedArea {
  const rivals = rivalsOf(votes, candidate, { tables, isSearched });
  const fit = gridFit(votes, candidate);
  const tiles = areaAround(candidate, fit, votes.tiling);
  const rest = fitOfRest(fit, tiles, votes.tiling);
  const share = shareOfTiles(tiles);
  const mayStand = candidate.z > areaParameters.standingZ && share <= areaParameters.mostShare;
  const restExcess = mayStand && rest !== null ? compareRest(candidate, { rest, tiles, votes }) : null;
  const isLocal =
    share <= areaParameters.mostShare &&
    rest !== null &&
    rest.share <= areaParameters.mostRestFit &&
    (restExcess ?? 0) <= areaParameters.maxRestExcess;
  const z = (candidate.z - Math.max(0, rivals.mean)) / Math.max(1, rivals.deviation);
  const score = z - 2 * Math.max(0, rivals.best - Math.max(chanceRivalZ, rivalShare * z));
  return {
    score: isLocal ? Math.max(0, score) : 0,
    origin: { x: candidate.origin & 7, y: candidate.origin >> 3 },
    quality: candidate.table.quality,
    tiles,
    share,
    z: candidate.z,
    rivalZ: rivals.best,
    restFit: rest?.share ?? null,
    restExcess,
  };
}

/** The fit of the tiles away from an area. */
interface RestFit {
  /** As a share of the fit inside the area. */
  readonly share: number;
  /** In standard deviations of chance. */
  readonly z: number;
}

interface AreaRest {
  readonly rest: RestFit;
  readonly tiles: Uint8Array;
  readonly votes: StepVotes;
}

/**
 * Compares the rest with the fit of the same rest to all other grids. A rest that shows the grid of the area, however faintly, was
 * compressed together with it: after a crop, parts with few strong coefficients fit less than others.
 */
function compareRest({ origin, table }: GridCandidate, { rest, tiles, votes }: AreaRest): number {
  const others = Array.from({ length: 64 }, (_, other) => other)
    .filter((other) => other !== origin && isSearched(other))
    .map((other) => sumRest(gridFit(votes, { origin: other, table }), tiles, votes.tiling).outside)
    .map(({ sum, variance }) => sum / Math.sqrt(Math.max(variance, areaParameters.leastRestVariance)));
  const mean = others.reduce((total, z) => total + z, 0) / others.length;
  const variance = others.reduce((total, z) => total + (z - mean) ** 2, 0) / others.length;
  return (rest.z - mean) / Math.max(1, Math.sqrt(variance));
}

/** Blocks that begin where those of the last save do fit its own steps. */
function isSearched(origin: number): boolean {
  return origin !== 0;
}

/** The tiles that fit the grid and hang together with the window it was found in. */
function areaAround({ window }: GridCandidate, { sums, variances }: GridFit, tiling: Tiling): Uint8Array {
  const fits = Uint8Array.from(sums, (sum, tile) => (sum > tileZ * Math.sqrt(variances[tile] ?? 0) ? 1 : 0));
  return tilesAround(window, fits, tiling);
}

/** Null where the rest or the area cannot tell. */
function fitOfRest(fit: GridFit, tiles: Uint8Array, tiling: Tiling): RestFit | null {
  const { inside, outside } = sumRest(fit, tiles, tiling);
  if (outside.variance < areaParameters.leastRestVariance || inside.sum <= 0) return null;
  return {
    share: outside.sum / outside.variance / (inside.sum / inside.variance),
    z: outside.sum / Math.sqrt(outside.variance),
  };
}

interface SummedFit {
  sum: number;
  variance: number;
}

/** Sums the fit of the area, and that of the tiles that do not touch it. */
function sumRest(
  { sums, variances }: GridFit,
  tiles: Uint8Array,
  tiling: Tiling,
): { readonly inside: SummedFit; readonly outside: SummedFit } {
  const inside = { sum: 0, variance: 0 };
  const outside = { sum: 0, variance: 0 };
  tiles.forEach((isInside, tile) => {
    const side = isInside === 1 ? inside : outside;
    if (isInside === 0 && isAtArea(tiles, tile, tiling)) return;
    side.sum += sums[tile] ?? 0;
    side.variance += variances[tile] ?? 0;
  });
  return { inside, outside };
}
