import { applyTransform } from '../../pixels/copy-move/matching/transform.ts';
import { boxLocation } from '../../pixels/drawings/place-box.ts';
import type { PixelBox } from '../../pixels/planes/orientation.ts';
import type { FingerprintedImage } from './fingerprint-images.ts';
import type { WindowComparison } from './compare-windows.ts';

/** A place where two images differ, in pixels of each file as it is stored. */
export interface DifferingPlace {
  readonly one: PixelBox;
  readonly two: PixelBox;
}

/** Converts places of the compared frame into rectangles of both files. */
export function placeDifferences(
  windows: WindowComparison,
  places: readonly PixelBox[],
  { one, two }: { readonly one: FingerprintedImage; readonly two: FingerprintedImage },
): DifferingPlace[] {
  const [frame, other] = windows.isFrameSecond ? [two, one] : [one, two];
  return places.map((place) => {
    const here = toFile(place, frame);
    const there = toFile(carryOver(place, windows), other);
    return windows.isFrameSecond ? { one: there, two: here } : { one: here, two: there };
  });
}

/** The upright rectangle around the corners of a box in the other image. Coordinates of a pixel are those of its middle. */
function carryOver({ x, y, width, height }: PixelBox, { toOther }: WindowComparison): PixelBox {
  const corners = [x, x + width].flatMap((cornerX) =>
    [y, y + height].map((cornerY) => applyTransform(toOther, { x: cornerX - 0.5, y: cornerY - 0.5 })),
  );
  const xs = corners.map((corner) => corner.x + 0.5);
  const ys = corners.map((corner) => corner.y + 0.5);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

function toFile({ x, y, width, height }: PixelBox, { filePixels, size }: FingerprintedImage): PixelBox {
  const box = {
    x: x * filePixels,
    y: y * filePixels,
    width: width * filePixels,
    height: height * filePixels,
  };
  return boxLocation(box, size, 1).boundingBox ?? box;
}
