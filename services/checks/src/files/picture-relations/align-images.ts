import { descriptorLength } from '../../pixels/copy-move/features/descriptors.ts';
import type { DescribedKeypoints } from '../../pixels/copy-move/features/descriptors.ts';
import type { Match } from '../../pixels/copy-move/matching/match-within.ts';
import { findCoherentMatches } from '../../pixels/copy-move/matching/ransac.ts';
import type { Transform } from '../../pixels/copy-move/matching/transform.ts';
import type { FingerprintedImage } from './fingerprint-images.ts';

export const alignmentParameters = {
  maxDistance: 0.5,
  ratio: 0.8,
  minInliers: 12,
  /** For two images reduced to the same number of pixels: a part of a sixteenth is still found. */
  maxScale: 4,
} as const;

const geometry = {
  minDisplacement: 0,
  minInliers: alignmentParameters.minInliers,
  maxModels: 1,
  sampleRadius: 300,
  maxScale: alignmentParameters.maxScale,
  isOneWay: true,
};

/** The affine map from the plane of one image to that of the other; null where too few keypoints agree on one. */
export function alignImages(
  one: Pick<FingerprintedImage, 'described'>,
  two: Pick<FingerprintedImage, 'described'>,
): Transform | null {
  const matches = matchBetween(one.described, two.described);
  if (matches.length < alignmentParameters.minInliers) return null;
  return findCoherentMatches(matches, geometry)[0]?.transform ?? null;
}

/** Mutual nearest neighbours that are clearly nearer than the next one (Lowe 2004, section 7.1), each product computed once. */
function matchBetween(one: DescribedKeypoints, two: DescribedKeypoints): Match[] {
  const forth = noneYet(one.points.length);
  const back = noneYet(two.points.length);
  for (let from = 0; from < one.points.length; from++) {
    for (let to = 0; to < two.points.length; to++) {
      const product = multiplyDescriptors(one.descriptors, from, { of: two.descriptors, to });
      offer(forth, from, { at: to, product });
      offer(back, to, { at: from, product });
    }
  }
  return one.points.flatMap((from, index): Match[] => {
    const at = forth.at[index] ?? -1;
    const to = two.points[at];
    const distance = toDistance(forth.best[index] ?? -1);
    const isClear =
      distance <= alignmentParameters.maxDistance &&
      distance < alignmentParameters.ratio * toDistance(forth.second[index] ?? -1);
    return to === undefined || !isClear || back.at[at] !== index ? [] : [{ from, to, distance }];
  });
}

function multiplyDescriptors(
  descriptors: Float32Array,
  from: number,
  { of, to }: { readonly of: Float32Array; readonly to: number },
): number {
  const start = from * descriptorLength;
  const other = to * descriptorLength;
  let product = 0;
  for (let i = 0; i < descriptorLength; i++) product += (descriptors[start + i] ?? 0) * (of[other + i] ?? 0);
  return product;
}

/** For each keypoint the nearest of the other picture, and how near it and the next one are, as products of unit vectors. */
interface Nearest {
  readonly at: Int32Array;
  readonly best: Float32Array;
  readonly second: Float32Array;
}

function noneYet(count: number): Nearest {
  return {
    at: new Int32Array(count).fill(-1),
    best: new Float32Array(count).fill(-1),
    second: new Float32Array(count).fill(-1),
  };
}

function offer(
  nearest: Nearest,
  index: number,
  { at, product }: { readonly at: number; readonly product: number },
): void {
  const best = nearest.best[index] ?? -1;
  if (product > best) {
    nearest.second[index] = best;
    nearest.best[index] = product;
    nearest.at[index] = at;
  } else if (product > (nearest.second[index] ?? -1)) nearest.second[index] = product;
}

function toDistance(product: number): number {
  return Math.sqrt(Math.max(0, 2 - 2 * product));
}
