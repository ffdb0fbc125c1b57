import { hammingDistance } from '@assay/media/hash/perceptual-hash';
import type { Plane } from '../confirm/read-planes.ts';
import { colourSide, decodeFingerprint, greySide } from '../similar/fingerprint.ts';
import type { DecodedFingerprint } from '../similar/fingerprint.ts';
import { maxHashDistance } from '../similar/image-index.ts';
import type { ImageFeatures } from '../similar/image-features.ts';
import { compareBlocks } from '../similar/near-duplicates.ts';
import { smoothPlane } from '../reading/plane-filters.ts';
import { applyBrightness, fitBrightness } from './fit-brightness.ts';
import type { BrightnessFit } from './fit-brightness.ts';
import { hashBytes, mirroredWindow, variantWindows } from './hash-windows.ts';
import type { ImageWindow } from './hash-windows.ts';
import type { ChangeKind, ImageChange, ImageLikeness, ImageSide } from './image-change.ts';
import { findStamp } from './find-stamp.ts';
import type { BlockDifferences } from './find-stamp.ts';
import { refineWindow, stretchWindow, wholeImage } from './warp-square.ts';

/** Bits in which the hash of a window may differ from that of a crop: 95 % of crops and borders differ in at most 7. */
export const maxVariantDistance = 9;
/** Windows of one image that are compared. */
const maxWindows = 2;
/** Share of a side that a window leaves out at least; less is a rounding of the size. */
const minCut = 0.006;
/** Share of a side by which an image may show more than the other one at one end while it shows less at the other: a camera that moved. */
const maxExcess = 0.006;
const maxCut = 0.16;

/** Levels of the mean brightness, of 128, that a palette or coder changes. */
const maxSameBrightness = 5;
/** Programs weigh the colours of an image in grey differently. */
const maxGreyBrightness = 14;
/** Brightness changes beyond this factor leave nothing to compare. */
const maxBrightness = 1.6;
/** Levels of Cb and Cr around 128 of an image in grey. */
const maxGreyColour = 3;
/** Levels of Cb and Cr that a coder, a crop and a change of brightness change. */
const maxColourDifference = 20;
/** Standard deviation of grey values in a border. */
const maxBorderDeviation = 6;

/** A way in which one image may show a part of the other one. */
interface View {
  readonly container: ImageSide;
  readonly window: ImageWindow;
}

/** Finds out if two images show the same although one of them was changed, on their pixels at 128 px. */
export function findChange(a: ImageFeatures, b: ImageFeatures): ImageLikeness | undefined {
  const views = listViews(a, b);
  if (views.length === 0) return undefined;
  const first = decodeFingerprint(a.fingerprint);
  const second = decodeFingerprint(b.fingerprint);
  return views
    .flatMap((view) => judgeView(first, second, view) ?? [])
    .toSorted((one, other) => other.score - one.score)[0];
}

function listViews(a: ImageFeatures, b: ImageFeatures): readonly View[] {
  const views: View[] = [];
  if (hammingDistance(a.hash, b.hash) <= maxHashDistance)
    views.push({ container: 'first', window: wholeImage });
  const [mirrored, ...windows] = rankVariants(a.variants, b.hash);
  if (mirrored?.isClose === true) views.push({ container: 'first', window: mirroredWindow });
  views.push(...chooseWindows('first', windows));
  views.push(...chooseWindows('second', rankVariants(b.variants, a.hash).slice(1)));
  return views;
}

interface RankedVariant {
  readonly window: ImageWindow;
  readonly distance: number;
  readonly isClose: boolean;
}

/** Lists the mirrored image and the windows with their distance from a hash. */
function rankVariants(variants: string | undefined, hash: string): readonly RankedVariant[] {
  if (variants === undefined) return [];
  const digits = 2 * hashBytes;
  return variantWindows.map((window, at) => {
    const distance = hammingDistance(variants.slice(at * digits, (at + 1) * digits), hash);
    return { window, distance, isClose: distance <= maxVariantDistance };
  });
}

function chooseWindows(container: ImageSide, ranked: readonly RankedVariant[]): readonly View[] {
  return ranked
    .filter(({ isClose }) => isClose)
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, maxWindows)
    .map(({ window }) => ({ container, window }));
}

function judgeView(
  first: DecodedFingerprint,
  second: DecodedFingerprint,
  { container, window: start }: View,
): ImageLikeness | undefined {
  const [large, small] = container === 'first' ? [first, second] : [second, first];
  const whole = toPlane(large.grey);
  const content = toPlane(small.grey);
  const adjust = (one: Plane, other: Plane): Plane => ({
    ...one,
    samples: applyBrightness(one.samples, fitBrightness(one, other)),
  });
  const window = refineWindow(whole, content, { window: start, adjust });
  const isMirrored = start === mirroredWindow;
  const cut = measureCut(window, isMirrored);
  if (cut === undefined) return undefined;
  const shown = stretchWindow(whole, cut === 'none' && !isMirrored ? wholeImage : window);
  const fit = fitBrightness(shown, content);
  const colours = compareColours(large, small, { window, gain: fit.gain });
  const level = (fit.gain * 128 + fit.offset) / 128;
  if (colours === 'different' || Math.max(level, 1 / level) > maxBrightness || fit.gain <= 0.4)
    return undefined;
  const adjusted = { ...large, grey: applyBrightness(shown.samples, fit) };
  const stamp = findStamp(cut === 'cut' ? compareParts(adjusted, small) : compareBlocks(adjusted, small));
  if (stamp === undefined) return undefined;
  const other = container === 'first' ? 'second' : 'first';
  const hasBorder = cut === 'cut' && hasFlatBorder(whole, window);
  const found: [ChangeKind, ImageChange['changed']][] = [];
  if (isMirrored) found.push(['mirrored', 'either']);
  if (cut === 'cut') found.push(hasBorder ? ['bordered', container] : ['cropped', other]);
  if (isBrightnessChange(fit, colours === 'same' ? maxSameBrightness : maxGreyBrightness))
    found.push(['brightness', 'either']);
  if (colours !== 'same') found.push(['grey', colours === 'large' ? container : other]);
  // Programs weigh colours differently, which looks like a stamp on a colourful thing.
  if (stamp.blocks > 0 && colours === 'same') found.push(['stamped', 'either']);
  if (found.length === 0) return undefined;
  return {
    score: Math.max(0.5, 1 - stamp.meanDifference / 4),
    change: {
      kinds: found.map(([kind]) => kind),
      changed: findChanged(found.map(([, side]) => side)),
      container,
      window: cut === 'none' ? (isMirrored ? mirroredWindow : wholeImage) : window,
      isMirrored,
      brightness: container === 'first' ? level : 1 / level,
    },
  };
}

/** Compares a stretched window with the image that shows it. It has lost detail, so both are smoothed, and its edge shows what is beside it. */
function compareParts(large: DecodedFingerprint, small: DecodedFingerprint): BlockDifferences {
  const smooth = (image: DecodedFingerprint): DecodedFingerprint => ({
    ...image,
    grey: smoothTwice(image.grey),
  });
  const { values, blocksPerRow, correlation } = compareBlocks(smooth(large), smooth(small));
  const last = blocksPerRow - 1;
  const isAtEdge = (at: number): boolean =>
    [at % blocksPerRow, Math.floor(at / blocksPerRow)].some((place) => place === 0 || place === last);
  return { values: values.map((value, at) => (isAtEdge(at) ? value / 2 : value)), blocksPerRow, correlation };
}

function smoothTwice(grey: Uint8Array): Uint8Array {
  const smooth = smoothPlane(smoothPlane(Float32Array.from(grey), greySide), greySide);
  return Uint8Array.from(smooth, (value) => Math.round(value));
}

function toPlane(samples: Uint8Array): Plane {
  return { samples, width: greySide, height: greySide };
}

/** Returns `none` for the whole image, and undefined if the content is no part of the container. */
function measureCut(window: ImageWindow, isMirrored: boolean): 'none' | 'cut' | undefined {
  const [left, right] = isMirrored ? [window.right, window.left] : [window.left, window.right];
  const cuts = [left, 1 - right, window.top, 1 - window.bottom];
  const smallest = Math.min(...cuts);
  const largest = Math.max(...cuts);
  if (largest < minCut && smallest > -minCut) return 'none';
  return smallest >= -maxExcess && largest <= maxCut && !isMirrored ? 'cut' : undefined;
}

function isBrightnessChange({ gain, offset }: BrightnessFit, limit: number): boolean {
  return [64, 128].some((value) => Math.abs(gain * value + offset - value) > limit);
}

/** Returns the image that is in grey, if only one of them is. */
function compareColours(
  large: DecodedFingerprint,
  small: DecodedFingerprint,
  { window, gain }: { readonly window: ImageWindow; readonly gain: number },
): 'same' | 'large' | 'small' | 'different' {
  const isLargeGrey = isGrey(large);
  const isSmallGrey = isGrey(small);
  if (isLargeGrey !== isSmallGrey) return isLargeGrey ? 'large' : 'small';
  const planes = (['blue', 'red'] as const).map((name) => [large[name], small[name]] as const);
  const isSame = planes.every(([one, other]) => {
    const shown = stretchWindow({ samples: one, width: colourSide, height: colourSide }, window).samples;
    const differences = shown.map((value, at) => Math.abs((value - 128) * gain + 128 - (other[at] ?? 0)));
    // A stamp covers some of the values.
    return differences.filter((difference) => difference > maxColourDifference).length <= shown.length / 10;
  });
  return isSame ? 'same' : 'different';
}

function isGrey({ blue, red }: DecodedFingerprint): boolean {
  return [blue, red].every((plane) => plane.every((value) => Math.abs(value - 128) <= maxGreyColour));
}

/** Returns true if the container has one grey value outside of the window. */
function hasFlatBorder(
  { samples, width, height }: Plane,
  { left, right, top, bottom }: ImageWindow,
): boolean {
  let count = 0;
  let sum = 0;
  let squares = 0;
  const startX = Math.floor(left * width) - 1;
  const endX = Math.ceil(right * width) + 1;
  const startY = Math.floor(top * height) - 1;
  const endY = Math.ceil(bottom * height) + 1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (x >= startX && x < endX && y >= startY && y < endY) continue;
      const value = samples[y * width + x] ?? 0;
      count += 1;
      sum += value;
      squares += value * value;
    }
  }
  if (count === 0) return false;
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)) <= maxBorderDeviation;
}

function findChanged(sides: readonly ImageChange['changed'][]): ImageChange['changed'] {
  const named = new Set(sides.filter((side) => side !== 'either'));
  if (named.size === 0) return 'either';
  return named.size === 1 ? [...named][0] : undefined;
}
