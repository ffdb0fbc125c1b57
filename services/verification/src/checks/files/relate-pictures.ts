import { descriptorLength } from '../pixels/copy-move/features/descriptors.ts';
import type { DescribedKeypoints } from '../pixels/copy-move/features/descriptors.ts';
import type { Match } from '../pixels/copy-move/matching/match-within.ts';
import { findCoherentMatches } from '../pixels/copy-move/matching/ransac.ts';
import { applyTransform, scaleOf } from '../pixels/copy-move/matching/transform.ts';
import type { Transform } from '../pixels/copy-move/matching/transform.ts';
import { sampleCubic } from '../pixels/copy-move/regions/registration.ts';
import type { SketchedPicture } from './sketch-pictures.ts';

/**
 * How two pictures hang together: `same` shows all of the other, `part` is cut out of the other, `overlap` shares a part of it; whose
 * pixels agree so well that one was made of the other, or both of a third.
 */
export interface Relation {
  readonly kind: 'same' | 'part' | 'overlap';
  /** The one that shows more, or the first. */
  readonly whole: SketchedPicture;
  readonly other: SketchedPicture;
  /** Correlation of the pixels both show, −1 to 1. */
  readonly correlation: number;
  /** The share of each picture that the other shows as well, 0 to 1. */
  readonly shareOfWhole: number;
  readonly shareOfOther: number;
  /** Pixels of the file of `whole` per pixel of the file of `other` and axis, on what both show. */
  readonly detail: number;
  /** The file that cannot have been made of the other, and why; null where nothing tells. */
  readonly earlier: { readonly picture: SketchedPicture; readonly reasons: readonly string[] } | null;
}

export const relationParameters = {
  maxDistance: 0.5,
  ratio: 0.8,
  minInliers: 12,
  minCorrelation: 0.93,
  fullShare: 0.9,
  /** Of two pictures reduced to the same number of pixels: a part of a sixteenth is still found. */
  maxScale: 4,
} as const;

const geometry = {
  minDisplacement: 0,
  minInliers: relationParameters.minInliers,
  maxModels: 1,
  sampleRadius: 300,
  maxScale: relationParameters.maxScale,
  isOneWay: true,
};

/** Null where the two are not related, or where it does not show: turned, mirrored or strongly cut pictures are not found. */
export function relatePictures(one: SketchedPicture, two: SketchedPicture): Relation | null {
  const matches = matchBetween(one.described, two.described);
  if (matches.length < relationParameters.minInliers) return null;
  const [coherent] = findCoherentMatches(matches, geometry);
  if (coherent === undefined) return null;
  const { transform } = coherent;
  const shared = compareOverlap(one, two, transform);
  if (shared.correlation < relationParameters.minCorrelation) return null;
  const shareOfTwo = Math.min(
    1,
    (shared.share * one.plane.values.length * scaleOf(transform) ** 2) / two.plane.values.length,
  );
  const wholeIsOne = shareOfTwo >= shared.share - sameShare;
  const [whole, other] = wholeIsOne ? [one, two] : [two, one];
  const [shareOfWhole, shareOfOther] = wholeIsOne ? [shared.share, shareOfTwo] : [shareOfTwo, shared.share];
  const perPixel = (scaleOf(transform) * two.filePixels) / one.filePixels;
  const detail = wholeIsOne ? 1 / perPixel : perPixel;
  const kind = kindOf(shareOfWhole, shareOfOther);
  const found = { kind, whole, other, correlation: shared.correlation, shareOfWhole, shareOfOther, detail };
  return { ...found, earlier: earlierOf(found) };
}

function kindOf(shareOfWhole: number, shareOfOther: number): Relation['kind'] {
  if (shareOfOther < relationParameters.fullShare) return 'overlap';
  return shareOfWhole < relationParameters.fullShare ? 'part' : 'same';
}

/** Mutual nearest neighbours that are clearly nearer than the next one (Lowe 2004, section 7.1), each product computed once. */
function matchBetween(one: DescribedKeypoints, two: DescribedKeypoints): Match[] {
  const [forth, back] = [nobodyYet(one.points.length), nobodyYet(two.points.length)];
  for (let from = 0; from < one.points.length; from++) {
    for (let to = 0; to < two.points.length; to++) {
      const product = productOf(one.descriptors, from, { of: two.descriptors, to });
      offer(forth, from, { at: to, product });
      offer(back, to, { at: from, product });
    }
  }
  return one.points.flatMap((from, index): Match[] => {
    const at = forth.at[index] ?? -1;
    const to = two.points[at];
    const distance = toDistance(forth.best[index] ?? -1);
    const isClear =
      distance <= relationParameters.maxDistance &&
      distance < relationParameters.ratio * toDistance(forth.second[index] ?? -1);
    return to === undefined || !isClear || back.at[at] !== index ? [] : [{ from, to, distance }];
  });
}

function productOf(
  descriptors: Float32Array,
  from: number,
  { of, to }: { readonly of: Float32Array; readonly to: number },
): number {
  const [start, other] = [from * descriptorLength, to * descriptorLength];
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

function nobodyYet(count: number): Nearest {
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

/** Shares that differ by less are the same: the rim of a picture is not compared. */
const sameShare = 0.05;
const step = 3;

/** How well the pixels of both agree where they overlap, and which share of the first one that is. */
function compareOverlap(
  { plane: one }: SketchedPicture,
  { plane: two }: SketchedPicture,
  transform: Transform,
): { readonly correlation: number; readonly share: number } {
  let [count, seen] = [0, 0];
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (let y = 2; y < one.height - 2; y += step) {
    for (let x = 2; x < one.width - 2; x += step) {
      seen += 1;
      const place = applyTransform(transform, { x, y });
      const b = sampleCubic(two, place.x, place.y);
      if (Number.isNaN(b)) continue;
      const a = one.values[y * one.width + x] ?? 0;
      count += 1;
      sumA += a;
      sumB += b;
      sumAA += a * a;
      sumBB += b * b;
      sumAB += a * b;
    }
  }
  if (count === 0 || seen === 0) return { correlation: -1, share: 0 };
  const spread = Math.sqrt((sumAA - sumA ** 2 / count) * (sumBB - sumB ** 2 / count));
  return { correlation: spread < 1e-6 ? -1 : (sumAB - (sumA * sumB) / count) / spread, share: count / seen };
}

/**
 * What one file has and the other cannot have got from it: what lies outside of a cut, or the name of a camera. More pixels and a better
 * save can be had by enlarging and saving again, so that they decide nothing alone; but where they disagree nothing is said.
 */
function earlierOf(found: Omit<Relation, 'earlier'>): Relation['earlier'] {
  const { kind, whole, other, detail } = found;
  const signs = [
    ...(kind === 'part' ? [{ picture: whole, reason: 'it shows more', decides: true }] : []),
    ...(detail > 1.1 ? [{ picture: whole, reason: 'it is finer' }] : []),
    ...(detail < 1 / 1.1 ? [{ picture: other, reason: 'it is finer' }] : []),
    ...(whole.namesCamera === other.namesCamera
      ? []
      : [{ picture: whole.namesCamera ? whole : other, reason: 'it still names its camera', decides: true }]),
    ...qualitySign(whole, other),
  ];
  const first = signs.find((sign) => 'decides' in sign);
  if (first === undefined || signs.some(({ picture }) => picture !== first.picture)) return null;
  return { picture: first.picture, reasons: signs.map(({ reason }) => reason) };
}

function qualitySign(one: SketchedPicture, two: SketchedPicture) {
  if (one.lastQuality === null || two.lastQuality === null) return [];
  if (Math.abs(one.lastQuality - two.lastQuality) < 5) return [];
  return [{ picture: one.lastQuality > two.lastQuality ? one : two, reason: 'it was saved better' }];
}
