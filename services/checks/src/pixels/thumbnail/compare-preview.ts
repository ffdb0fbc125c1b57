import type { PixelImage } from '../../check/check.ts';
import type { Plane } from '../planes/plane.ts';
import { gaussianBlur } from '../planes/blur.ts';
import type { Crop } from './letterbox.ts';
import { cropsWithoutBars } from './letterbox.ts';
import type { LocalDifference } from './local-difference.ts';
import { findLocalDifference } from './local-difference.ts';
import { displayOrder } from '../planes/orientation.ts';
import type { Orientation } from '../planes/orientation.ts';
import { luminanceOf, mapPlanes, orientPlane, reducePicture } from './reduced-picture.ts';
import type { ReducedPicture } from './reduced-picture.ts';
import type { Registration } from './register-preview.ts';
import { correlateAsTheyAre, registerPreview } from './register-preview.ts';

/** How a preview and the picture relate; `difference` is what remains after registration and tone fit. */
export interface PreviewComparison {
  /** How the picture as stored has to be turned to look like the preview. */
  readonly orientation: Orientation;
  readonly preview: Plane;
  readonly registration: Registration;
  readonly difference: LocalDifference;
}

const comparedPixels = 40_000;
const softening = 0.7;
const allOrientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];
const keptArrangements = 3;

/** The picture as all its previews are compared with it. */
export function toCompared(picture: PixelImage): ReducedPicture {
  return reducePicture(picture, comparedPixels);
}

/**
 * Compares in all eight orientations, with and without letterbox bars, and keeps the arrangement that fits best. Comparing
 * without this registration flags a third of genuine photographs.
 */
export function comparePreview(preview: PixelImage, large: ReducedPicture): PreviewComparison {
  const small = luminanceOf(toCompared(preview));
  const registered = promisingArrangements(small, luminanceOf(large)).map((arrangement) =>
    registerArrangement(arrangement, large),
  );
  const best = registered.toSorted((p, q) => q.registration.correlation - p.registration.correlation)[0];
  if (best === undefined) throw new Error('a preview has no part to compare');
  return { ...best, difference: findLocalDifference(best.preview, best.registration) };
}

interface Arrangement {
  readonly orientation: Orientation;
  readonly shown: Plane;
}

function promisingArrangements(small: Plane, large: Plane): Arrangement[] {
  const showing = createCuts(small);
  const arrangements = allOrientations.flatMap((orientation) => {
    const turned = gaussianBlur(orientPlane(large, orientation), softening);
    return cropsWithoutBars(small, turned.width / turned.height).map((crop) => {
      const shown = showing(crop);
      return { orientation, shown, likeness: correlateAsTheyAre(shown, turned) };
    });
  });
  return arrangements.toSorted((p, q) => q.likeness - p.likeness).slice(0, keptArrangements);
}

function registerArrangement(
  { orientation, shown }: Arrangement,
  large: ReducedPicture,
): Omit<PreviewComparison, 'difference'> {
  const order = displayOrder(large.clippedHigh, orientation);
  const turned = mapPlanes(large, (plane) => gaussianBlur(orientPlane(plane, orientation, order), softening));
  return { orientation, preview: shown, registration: registerPreview(shown, turned) };
}

/** The parts of a preview, softened; orientations share them. */
function createCuts(preview: Plane): (crop: Crop) => Plane {
  const cuts = new Map<string, Plane>();
  return (crop) => {
    const key = [crop.left, crop.top, crop.width, crop.height].join();
    const known = cuts.get(key) ?? gaussianBlur(cut(preview, crop), softening);
    cuts.set(key, known);
    return known;
  };
}

function cut(plane: Plane, { left, top, width, height }: Crop): Plane {
  const values = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * plane.width + left;
    values.set(plane.values.subarray(from, from + width), y * width);
  }
  return { width, height, values };
}
