import type { PixelImage } from '../../check/check.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { describeKeypoints } from './features/descriptors.ts';
import { detectKeypoints } from './features/keypoints.ts';
import { matchWithin } from './matching/match-within.ts';
import type { Plane } from '../planes/plane.ts';
import { toWorkingImage } from '../planes/plane.ts';
import { searchModels } from './matching/ransac.ts';
import { buildScaleSpace } from './features/scale-space.ts';
import type { DuplicateRegion } from './regions/verify-duplicate.ts';
import { measureRepetition } from './regions/repetition.ts';
import { shortlist } from './regions/shortlist.ts';
import { detailBand, verifyDuplicate } from './regions/verify-duplicate.ts';
import type { Point } from './matching/transform.ts';

/** What the search saw; regions are those whose two places agree pixel by pixel, best first. */
export interface DuplicateSearch {
  readonly plane: Plane;
  /** Pixels of the file per working pixel and axis. */
  readonly filePixels: number;
  readonly keypoints: number;
  /** Where they are, in working pixels. */
  readonly places: readonly Point[];
  readonly matches: number;
  readonly candidates: number;
  readonly regions: readonly DuplicateRegion[];
  /** How much of the image the limits of the search let it compare. */
  readonly searched: readonly [SearchedPart, ...SearchedPart[]];
}

export const searchParameters = {
  workingPixels: 1_080_000,
  /** Working pixels up to which keypoints are sought at twice the size. */
  enlargedUpTo: 400_000,
  octaves: 4,
  maxKeypoints: 7000,
  minDisplacement: 32,
  maxDescriptorDistance: 0.5,
  g2nnRatio: 0.7,
  minInliers: 3,
  maxModels: 16,
  maxMatches: 1000,
  maxVerified: 8,
  sampleRadius: 300,
  maxScale: 1.6,
} as const;

export function searchDuplicates(image: PixelImage): DuplicateSearch {
  const { plane, filePixels } = toWorkingImage(image, searchParameters.workingPixels);
  const enlarged = plane.values.length <= searchParameters.enlargedUpTo;
  const octaves = buildScaleSpace(plane, { octaves: searchParameters.octaves, enlarged });
  const { keypoints, total } = detectKeypoints(octaves, searchParameters.maxKeypoints);
  const matches = matchWithin(describeKeypoints(octaves, keypoints), {
    minDisplacement: searchParameters.minDisplacement,
    maxDistance: searchParameters.maxDescriptorDistance,
    ratio: searchParameters.g2nnRatio,
  });
  const nearest = matches.toSorted((p, q) => p.distance - q.distance).slice(0, searchParameters.maxMatches);
  const { models: coherent, leftMatches } = searchModels(nearest, { ...searchParameters, isOneWay: false });
  const detail = detailBand(plane);
  const registered = shortlist(detail, coherent);
  const content = { matches, registered };
  const candidates = registered.slice(0, searchParameters.maxVerified);
  const regions = candidates
    .map((candidate) => verifyDuplicate({ plane, detail }, candidate))
    .filter((region) => region !== null)
    .map((region) => ({ ...region, ...measureRepetition(region, content) }))
    .toSorted((p, q) => q.area - p.area);
  return {
    plane,
    filePixels,
    keypoints: keypoints.length,
    places: keypoints.map(({ x, y }) => ({ x, y })),
    matches: matches.length,
    candidates: coherent.length,
    regions,
    searched: [
      { unit: 'key point', total, searched: keypoints.length, why: 'limit' },
      { unit: 'pair', total: matches.length, searched: nearest.length - leftMatches, why: 'limit' },
      { unit: 'place', total: registered.length, searched: candidates.length, why: 'limit' },
    ],
  };
}
