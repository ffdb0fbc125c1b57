import { applyTransform } from '../../pixels/copy-move/matching/transform.ts';
import type { Transform } from '../../pixels/copy-move/matching/transform.ts';
import type { PixelBox } from '../../pixels/planes/orientation.ts';
import type { FingerprintedImage } from './fingerprint-images.ts';
import { correlateNoise } from './noise-patches.ts';

/** Pixels of the plane by which a map may miss the identity. */
const maxOffset = 0.5;

/**
 * Correlation of the noise of two files outside of places of the first, −1 to 1. Null where they are not of one size and in one position, or
 * have too little noise to compare.
 */
export function compareNoise(
  one: FingerprintedImage,
  two: FingerprintedImage,
  { transform, places }: { readonly transform: Transform; readonly places: readonly PixelBox[] },
): number | null {
  const hasOneSize = one.size.width === two.size.width && one.size.height === two.size.height;
  return hasOneSize && isIdentity(transform, one) ? correlateNoise(one.noise, two.noise, places) : null;
}

function isIdentity(transform: Transform, { plane }: FingerprintedImage): boolean {
  const points = [0.25, 0.5, 0.75].flatMap((x) => [0.25, 0.75].map((y) => [x, y] as const));
  return points.every(([shareX, shareY]) => {
    const x = shareX * plane.width;
    const y = shareY * plane.height;
    const place = applyTransform(transform, { x, y });
    return Math.hypot(place.x - x, place.y - y) <= maxOffset;
  });
}
