import { applyTransform, scaleOf } from '../../pixels/copy-move/matching/transform.ts';
import type { Transform } from '../../pixels/copy-move/matching/transform.ts';
import { sampleCubic } from '../../pixels/copy-move/regions/registration.ts';
import type { PixelBox } from '../../pixels/planes/orientation.ts';
import { alignImages, alignmentParameters } from './align-images.ts';
import { compareNoise } from './compare-noise.ts';
import { compareWindows, windowParameters } from './compare-windows.ts';
import { differenceParameters, findDifferences, isSameExceptPlaces } from './find-differences.ts';
import type { Agreement } from './find-differences.ts';
import { noiseParameters } from './noise-patches.ts';
import { placeDifferences } from './place-differences.ts';
import type { FingerprintedImage } from './fingerprint-images.ts';

/**
 * The relation of two images: `same` shows all of the other, `part` is cut out of the other, `overlap` shares a part of it. They agree so
 * well, at least outside of a few places, that one was made of the other, or both of a third.
 */
export interface Relation {
  readonly kind: 'same' | 'part' | 'overlap';
  /** The one that shows more, or the first. */
  readonly whole: FingerprintedImage;
  readonly other: FingerprintedImage;
  /** Correlation of the pixels both show, −1 to 1. */
  readonly correlation: number;
  /** Agreement of what both show, by windows. */
  readonly agreement: Agreement;
  /** The places where they differ while the rest is the same; empty where there are none, and where the rest agrees less. */
  readonly differences: readonly Difference[];
  /** Correlation of their noise outside of these places; null where there are none, and where the files do not allow it. */
  readonly noise: number | null;
  /** The share of each image that the other shows as well, 0 to 1. */
  readonly shareOfWhole: number;
  readonly shareOfOther: number;
  /** Pixels of the file of `whole` per pixel of the file of `other` and axis, on what both show. */
  readonly detail: number;
  /**
   * The file that cannot have been made of the other, and why; null where nothing shows it, and where places differ: the earlier file can
   * be the changed one.
   */
  readonly earlier: { readonly image: FingerprintedImage; readonly reasons: readonly string[] } | null;
}

/** One place in both files, in pixels as stored. */
export interface Difference {
  readonly whole: PixelBox;
  readonly other: PixelBox;
}

const bounds = {
  minCorrelation: 0.93,
  /** Where few windows agree, frames of a video and photographs in a row correlate as well as copies. */
  minSimilar: 0.6,
  fullShare: 0.9,
} as const;
export const relationParameters = {
  ...alignmentParameters,
  ...bounds,
  windows: { ...windowParameters, ...differenceParameters },
  noise: noiseParameters,
} as const;

/** Null where the two are not related, or where it does not show: turned, mirrored or strongly cut images are not found. */
export function relateImages(one: FingerprintedImage, two: FingerprintedImage): Relation | null {
  const transform = alignImages(one, two);
  if (transform === null) return null;
  const shared = compareOverlap(one, two, transform);
  const windows = compareWindows(one.plane, two.plane, transform);
  const agreement = findDifferences(windows);
  if (!areRelated(agreement, shared.correlation)) return null;
  const shareOfTwo = Math.min(
    1,
    (shared.share * one.plane.values.length * scaleOf(transform) ** 2) / two.plane.values.length,
  );
  const wholeIsOne = shareOfTwo >= shared.share - sameShare;
  const [whole, other] = wholeIsOne ? [one, two] : [two, one];
  const [shareOfWhole, shareOfOther] = wholeIsOne ? [shared.share, shareOfTwo] : [shareOfTwo, shared.share];
  const perPixel = (scaleOf(transform) * two.filePixels) / one.filePixels;
  const found = {
    kind: chooseKind(shareOfWhole, shareOfOther),
    whole,
    other,
    shareOfWhole,
    shareOfOther,
    agreement,
    correlation: shared.correlation,
    detail: wholeIsOne ? 1 / perPixel : perPixel,
  };
  const places = isSameExceptPlaces(agreement) ? agreement.places : [];
  if (places.length === 0) return { ...found, differences: [], noise: null, earlier: findEarlier(found) };
  const placed = placeDifferences(windows, places, { one, two });
  const noise = compareNoise(one, two, { transform, places: placed.map((place) => place.one) });
  const differences = placed.map((place) =>
    wholeIsOne ? { whole: place.one, other: place.two } : { whole: place.two, other: place.one },
  );
  return { ...found, differences, noise, earlier: null };
}

/** Judged by windows; by all pixels alone where too few windows have contrast. */
function areRelated({ share, median, textured, differing }: Agreement, correlation: number): boolean {
  const { minTexturedShare, maxTotalShare, minMedian, agreeingCorrelation } = differenceParameters;
  const isAlike = correlation >= bounds.minCorrelation;
  if (textured < minTexturedShare) return isAlike;
  const agrees = share >= agreeingCorrelation && median >= minMedian && differing <= maxTotalShare;
  return agrees || (isAlike && share >= bounds.minSimilar);
}

function chooseKind(shareOfWhole: number, shareOfOther: number): Relation['kind'] {
  if (shareOfOther < bounds.fullShare) return 'overlap';
  return shareOfWhole < bounds.fullShare ? 'part' : 'same';
}

/** Shares that differ by less are the same: the rim of an image is not compared. */
const sameShare = 0.05;
const step = 3;

/** How well the pixels of both agree where they overlap, and which share of the first one that is. */
function compareOverlap(
  { plane: one }: FingerprintedImage,
  { plane: two }: FingerprintedImage,
  transform: Transform,
): { readonly correlation: number; readonly share: number } {
  let count = 0;
  let seen = 0;
  let sumA = 0;
  let sumB = 0;
  let sumAA = 0;
  let sumBB = 0;
  let sumAB = 0;
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
 * The earlier file has something that the other cannot have got from it: the part outside of a cut, or the name of a camera. More pixels and a better
 * save can be had by enlarging and saving again, so that they decide nothing alone; but where they disagree nothing is said.
 */
function findEarlier(found: Pick<Relation, 'kind' | 'whole' | 'other' | 'detail'>): Relation['earlier'] {
  const { kind, whole, other, detail } = found;
  const signs = [
    ...(kind === 'part' ? [{ image: whole, reason: 'it shows more', decides: true }] : []),
    ...(detail > 1.1 ? [{ image: whole, reason: 'it is finer' }] : []),
    ...(detail < 1 / 1.1 ? [{ image: other, reason: 'it is finer' }] : []),
    ...(whole.namesCamera === other.namesCamera
      ? []
      : [{ image: whole.namesCamera ? whole : other, reason: 'it still names its camera', decides: true }]),
    ...qualitySign(whole, other),
  ];
  const first = signs.find((sign) => 'decides' in sign);
  if (first === undefined || signs.some(({ image }) => image !== first.image)) return null;
  return { image: first.image, reasons: signs.map(({ reason }) => reason) };
}

function qualitySign(one: FingerprintedImage, two: FingerprintedImage) {
  if (one.lastQuality === null || two.lastQuality === null) return [];
  if (Math.abs(one.lastQuality - two.lastQuality) < 5) return [];
  return [{ image: one.lastQuality > two.lastQuality ? one : two, reason: 'it was saved better' }];
}
