import { describeImage } from '@assay/media/decode/read-image-header';
import { measureUpright } from '../reading/decoders.ts';
import { minPageSide } from '../similar/image-features.ts';
import { countFrames, haveSameFrames } from './animation.ts';
import { findLargestDifference } from './compare-blocks.ts';
import { isPage } from './page.ts';
import { colourSide, halvePlane, readColourImage, reduceColours, toLuma } from './read-planes.ts';
import type { ColourImage, Plane, Size } from './read-planes.ts';
import { estimateRegistration, multiply, noRegistration, registerPlanes } from './register-planes.ts';
import type { Registration } from './register-planes.ts';

/** Pixels at which two images are compared at most: an A4 page at 300 dpi has 8.7 million. */
const maxComparedPixels = 10_000_000;
/** Half the plane until its longer side has at most this number of pixels. */
const smallestSide = 512;
const maxRegistrationPixels = 1_000_000;

/** Limit of {@link findLargestDifference}. */
const maxDifference = 1.25;
/** Levels of colour difference of 4 × 4 values of {@link reduceColours}. A palette of 256 colours shifts them by 20. */
const maxColourDifference = 28;
const colourBlock = 4;

/**
 * Confirms that two images, which look alike at 128 pixels, show the same content: all frames of animations, and all blocks of the
 * registered luma and colours of still images. The size of the smaller one decides which details can be compared.
 * @throws UndecodableError
 */
export async function confirmImages([one, other]: readonly [string, string]): Promise<boolean> {
  const a = { path: one, header: await describeImage(one) };
  const b = { path: other, header: await describeImage(other) };
  const framesOfA = await countFrames(a);
  const framesOfB = await countFrames(b);
  if (framesOfA !== framesOfB || framesOfA === undefined) return false;
  if (framesOfA > 1) return haveSameFrames(a, b, framesOfA);
  const size = chooseSize(measureUpright(a.header), measureUpright(b.header));
  const first = await readColourImage(a, size);
  const second = await readColourImage(b, size);
  return (await haveSameColours(first, second)) && haveSameDetails(first, second);
}

/** Compares the smallest planes first: most images that differ differ there already. */
export async function haveSameDetails(a: ColourImage, b: ColourImage): Promise<boolean> {
  const levels = listLevels(await toLuma(a), await toLuma(b));
  const [largest] = levels;
  const isTooSmall = Math.min(a.width, a.height) < minPageSide;
  if (isTooSmall && largest?.some(isPage) === true) return false;
  if (largest === undefined) return false;
  const registered = listLevels(...registerPlanes(...largest, estimateLevels(levels)));
  return registered.toReversed().every((planes) => findLargestDifference(...planes) <= maxDifference);
}

type PlanePair = readonly [Plane, Plane];

/** Lists two planes with those at a half, a quarter and so on. */
function listLevels(a: Plane, b: Plane): readonly PlanePair[] {
  const levels: PlanePair[] = [[a, b]];
  let one = a;
  let other = b;
  while (Math.max(one.width, one.height) > smallestSide) {
    [one, other] = [halvePlane(one), halvePlane(other)];
    levels.push([one, other]);
  }
  return levels;
}

/** Estimates the displacement of the largest planes on those of at most a million pixels, which takes a fraction of the time. */
function estimateLevels(levels: readonly PlanePair[]): Registration {
  const level = levels.findIndex(([{ samples }]) => samples.length <= maxRegistrationPixels);
  const [one, other] = levels.at(level) ?? [];
  if (one === undefined || other === undefined) return noRegistration;
  return multiply(estimateRegistration(one, other), 2 ** level);
}

/** Returns the size of the smaller one of two images, or less for a large one. */
export function chooseSize(a: Size, b: Size): Size {
  const smaller = a.width * a.height < b.width * b.height ? a : b;
  const factor = Math.min(1, Math.sqrt(maxComparedPixels / (smaller.width * smaller.height)));
  const scale = (side: number): number => Math.max(1, Math.round(side * factor));
  return { width: scale(smaller.width), height: scale(smaller.height) };
}

/** Compares the colours of two images at 128 px. */
export async function haveSameColours(a: ColourImage, b: ColourImage): Promise<boolean> {
  const first = await reduceColours(a);
  const second = await reduceColours(b);
  for (let top = 0; top < colourSide; top += colourBlock) {
    for (let left = 0; left < colourSide; left += colourBlock)
      if (measureColourDifference(first, second, { left, top }) > maxColourDifference) return false;
  }
  return true;
}

/** Returns the largest difference of the mean blue and red of a block, each without its green. */
function measureColourDifference(
  a: Uint8Array,
  b: Uint8Array,
  { left, top }: { readonly left: number; readonly top: number },
): number {
  let red = 0;
  let blue = 0;
  for (let y = top; y < top + colourBlock; y += 1) {
    for (let x = left; x < left + colourBlock; x += 1) {
      const at = (y * colourSide + x) * 3;
      const green = (a[at + 1] ?? 0) - (b[at + 1] ?? 0);
      red += (a[at] ?? 0) - (b[at] ?? 0) - green;
      blue += (a[at + 2] ?? 0) - (b[at + 2] ?? 0) - green;
    }
  }
  return Math.max(Math.abs(red), Math.abs(blue)) / colourBlock ** 2;
}
