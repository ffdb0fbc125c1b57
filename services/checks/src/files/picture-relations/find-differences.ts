import type { PixelBox } from '../../pixels/planes/orientation.ts';
import { cellBounds } from '../../pixels/planes/cell-bounds.ts';
import { connectedPieces, windowSums } from '../../pixels/planes/windows.ts';
import { windowParameters } from './compare-windows.ts';
import type { WindowComparison } from './compare-windows.ts';

/** Chosen on pairs of the collection; see deploy/docs/evaluation/file-comparison.md. */
export const differenceParameters = {
  /** A window differs below this correlation, and where more than this is unexplained, in grey levels. */
  maxCorrelation: 0.5,
  minUnexplained: 8,
  /** Only windows with a higher contrast can agree: a flat one says nothing. In grey levels. */
  minContrast: 6,
  agreeingCorrelation: 0.9,
  /** A smaller place is no finding: windows that differ, as a share of what both images show. */
  minPlaceShare: 0.0015,
  maxPlaces: 12,
  maxTotalShare: 0.4,
  /** The image outside of the places: the share of windows that agree, and the median of their correlation. */
  minAgreement: 0.93,
  minMedian: 0.97,
  minTexturedShare: 0.03,
  /** Windows outside that do not agree, per window that differs: strong filters and movement lower both. */
  maxWeakPerDiffering: 1,
} as const;

/** Agreement of two images by windows. */
export interface Agreement {
  /** The share of the windows with contrast outside of the places that agree, 0 to 1. */
  readonly share: number;
  /** The median of their correlation. */
  readonly median: number;
  /** Windows with contrast outside of the places, as a share of what both images show. */
  readonly textured: number;
  /** Windows that differ, as a share of what both images show. */
  readonly differing: number;
  /** Where windows differ, in pixels of the frame, the largest place first. */
  readonly places: readonly PixelBox[];
}

/** Separates the places where two images differ from the rest, and measures how well the rest agrees. */
export function findDifferences(windows: WindowComparison): Agreement {
  const { width, correlation, unexplained } = windows;
  const differing = new Uint8Array(correlation.length);
  let compared = 0;
  let found = 0;
  for (let at = 0; at < differing.length; at++) {
    const value = correlation[at] ?? NaN;
    if (Number.isNaN(value)) continue;
    compared += 1;
    const isLow = value < differenceParameters.maxCorrelation;
    if (!isLow || (unexplained[at] ?? 0) <= differenceParameters.minUnexplained) continue;
    differing[at] = 1;
    found += 1;
  }
  const { pieces, mask } = found === 0 ? { pieces: [], mask: differing } : joinPieces(differing, windows);
  const places = pieces.filter((piece) => piece.length >= differenceParameters.minPlaceShare * compared);
  const boxes = places
    .toSorted((one, other) => other.length - one.length)
    .map((piece) => toBox(piece, width));
  return {
    ...measureRest(windows, mask, compared),
    differing: places.reduce((sum, piece) => sum + piece.length, 0) / Math.max(1, compared),
    places: boxes,
  };
}

/** True where all of the image agrees but for a few places. */
export function isSameExceptPlaces({ share, median, textured, differing, places }: Agreement): boolean {
  const limits = differenceParameters;
  const agrees =
    share >= limits.minAgreement && median >= limits.minMedian && textured >= limits.minTexturedShare;
  const isConfined = (1 - share) * textured <= limits.maxWeakPerDiffering * differing;
  const isPart = places.length <= limits.maxPlaces && differing <= limits.maxTotalShare;
  return places.length > 0 && agrees && isConfined && isPart;
}

/** Pieces that are less than a window apart are one place: an object falls apart where it resembles the image below it. */
function joinPieces(
  differing: Uint8Array,
  { width, height }: WindowComparison,
): { readonly pieces: readonly (readonly number[])[]; readonly mask: Uint8Array } {
  const near = windowSums(
    { width, height, values: Float32Array.from(differing) },
    windowParameters.radius,
  ).values;
  const mask = Uint8Array.from(near, (count) => (count > 0.5 ? 1 : 0));
  const { labels, sizes } = connectedPieces(mask, width);
  const pieces = sizes.map((): number[] => []);
  differing.forEach((isDifferent, at) => {
    if (isDifferent === 1) pieces[labels[at] ?? 0]?.push(at);
  });
  return { pieces: pieces.slice(1), mask };
}

/** A window reaches into the place before it is inside of it: from about this many pixels outside it differs. */
const inset = 3;

function toBox(piece: readonly number[], width: number): PixelBox {
  const { left, right, top, bottom } = cellBounds(piece, width);
  const [x, boxWidth] = narrow(left, right + 1 - left);
  const [y, boxHeight] = narrow(top, bottom + 1 - top);
  return { x, y, width: boxWidth, height: boxHeight };
}

function narrow(from: number, length: number): readonly [from: number, length: number] {
  const less = Math.min(inset, Math.floor(length / 4));
  return [from + less, length - 2 * less];
}

/** Every so many windows with contrast count for the median; neighbours share most of their pixels. */
const medianStep = 11;

function measureRest(
  { correlation, contrast }: WindowComparison,
  mask: Uint8Array,
  compared: number,
): Pick<Agreement, 'share' | 'median' | 'textured'> {
  let textured = 0;
  let agreeing = 0;
  const sampled: number[] = [];
  for (let at = 0; at < correlation.length; at++) {
    if (mask[at] === 1 || !((contrast[at] ?? 0) > differenceParameters.minContrast)) continue;
    const value = correlation[at] ?? 0;
    if (textured % medianStep === 0) sampled.push(value);
    textured += 1;
    if (value > differenceParameters.agreeingCorrelation) agreeing += 1;
  }
  const median = sampled.toSorted((one, other) => one - other)[Math.floor(sampled.length / 2)] ?? 0;
  return { share: agreeing / Math.max(1, textured), median, textured: textured / Math.max(1, compared) };
}
