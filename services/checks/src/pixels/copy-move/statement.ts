import type { Calibration } from '../../check/check.ts';
import { stateAbsence } from '../../search/searched-part.ts';
import { oftenInWords, shareInWords } from '../statement-words.ts';
import { isLargeEnough, smallestRegion } from './region-score.ts';
import { rotationOf, scaleOf } from './matching/transform.ts';
import type { DuplicateRegion } from './regions/verify-duplicate.ts';
import type { DuplicateSearch } from './search-duplicates.ts';

/** One sentence for people when a region convinces: what agrees, how well, and how often innocent pictures do so. */
export function stateDuplicate(
  best: DuplicateRegion,
  { plane }: Pick<DuplicateSearch, 'plane'>,
  measured: Pick<Calibration, 'innocentScenes' | 'falseAlarms'>,
): string {
  const size = shareInWords(best.extent / plane.values.length);
  return `Two places of the picture agree${changesOf(best)}: ${size} of it, with a similarity of ${similarityOf(best)} where 1 is identical. A place copied over another looks like this; ${oftenInWords(measured)}.`;
}

/** One sentence when two places are alike, but not more than repeated structures are. */
export function stateResemblance(best: DuplicateRegion): string {
  return `Two places of the picture resemble each other, with a similarity of ${similarityOf(best)} where 1 is identical, as repeated structures do; this does not show that one is a copy of the other.`;
}

/** One sentence when places repeat all over the image, of which nobody can say whether they were copied. */
export const repetitionStatement =
  'Many places of the image repeat, as windows do and as pasting several copies does; this check cannot tell which.';

/** One sentence when the only places that agree lie nearer to each other than they are wide. */
export const periodStatement =
  'A pattern of the image repeats at a distance shorter than itself, as tiles, fabric and railings do; a copy would be apart from its source.';

/** One sentence for places that agree and that the check leaves to a person: print, or an area too small to judge. */
export function stateUnjudged(region: DuplicateRegion, { plane }: Pick<DuplicateSearch, 'plane'>): string {
  return isLargeEnough(region, plane.values.length)
    ? 'Places with lettering or a drawing agree with each other, as letters do; this check leaves them to a person.'
    : `Two places agree that are smaller than ${String(100 * smallestRegion.share)} % of the image, the smallest area that this check judges.`;
}

/** States the absence of copies, and for how much of the image it holds; what the search left out takes its place. */
export function stateNoDuplicate(search: DuplicateSearch): string {
  const percent = Math.round((100 * comparableShare(search)) / 5) * 5;
  return stateAbsence(
    search.searched,
    `No part of the picture was found a second time in it; about ${String(percent)} % of it has enough detail for that to be seen.`,
  ).join(' ');
}

function changesOf({ transform }: DuplicateRegion): string {
  const turn = Math.round(Math.abs(rotationOf(transform)));
  const zoom = scaleOf(transform);
  const changes = [
    ...(turn >= 2 ? [`one is turned by ${String(turn)}°`] : []),
    ...(Math.abs(Math.log(zoom)) > 0.03 ? [`one is scaled by ${Math.max(zoom, 1 / zoom).toFixed(2)}`] : []),
  ];
  return changes.length === 0 ? '' : ` when ${changes.join(' and ')}`;
}

/** Never rounded up to 1. */
function similarityOf({ similarity }: DuplicateRegion): string {
  return (Math.floor(similarity * 100) / 100).toFixed(2);
}

/** Share of the picture whose cells, a twentieth of the shorter side wide, have a keypoint. */
function comparableShare({ plane, places }: DuplicateSearch): number {
  const cell = Math.min(plane.width, plane.height) / 20;
  const columns = Math.ceil(plane.width / cell);
  const taken = new Set(places.map(({ x, y }) => Math.floor(y / cell) * columns + Math.floor(x / cell)));
  return taken.size / (columns * Math.ceil(plane.height / cell));
}
