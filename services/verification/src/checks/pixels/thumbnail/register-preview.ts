import type { Plane } from '../plane.ts';
import { luminanceOf, mapPlanes } from './reduced-picture.ts';
import type { ReducedPicture } from './reduced-picture.ts';
import { place } from './placement.ts';
import type { Placement } from './placement.ts';
import { searchPlacement } from './search-placement.ts';
import { applyToneCurve, fitToneCurve } from './tone-curve.ts';

export interface Registration {
  readonly placement: Placement;
  /** The picture as the preview should show it. NaN outside. */
  readonly expected: Plane;
  /** Which ends of the range the picture is cut off at, per pixel of the preview: 0 none, 1 upper, 2 lower, 3 both. */
  readonly clipping: Uint8Array;
  /** Correlation of preview and expectation over all pixels. */
  readonly correlation: number;
}

const noneClipped = 0;
const upperClipped = 1;
const lowerClipped = 2;
/** Share of clipped pixels from which a place is taken for clipped. */
const clippedShare = 0.05;

/**
 * Lays the picture over the preview: both of about the same size. Searches shift and scale per axis around "exactly the
 * same frame", then fits a smooth tone curve, both without regard to places that differ much.
 */
export function registerPreview(preview: Plane, picture: ReducedPicture): Registration {
  const luminance = luminanceOf(picture);
  const placement = searchPlacement(preview, luminance, sameFrame(preview, luminance));
  const { channels, clippedHigh, clippedLow } = mapPlanes(picture, (plane) =>
    place(preview, plane, placement),
  );
  const clipping = clippingOf(clippedHigh, clippedLow);
  const source = { channels, clipped: clipping.map((ends) => (ends === noneClipped ? 0 : 1)) };
  const expected = applyToneCurve(fitToneCurve(preview, source), source);
  return { placement, expected, clipping, correlation: correlationOf(preview, expected) };
}

function clippingOf({ values: high }: Plane, { values: low }: Plane): Uint8Array {
  return Uint8Array.from(
    high,
    (share, i) =>
      (share > clippedShare ? upperClipped : noneClipped) |
      ((low[i] ?? 0) > clippedShare ? lowerClipped : noneClipped),
  );
}

/** Correlation when both are taken to show exactly the same frame. */
export function correlateAsTheyAre(preview: Plane, picture: Plane): number {
  return correlationOf(preview, place(preview, picture, sameFrame(preview, picture)));
}

function sameFrame(preview: Plane, picture: Plane): Placement {
  return {
    scaleX: picture.width / preview.width,
    scaleY: picture.height / preview.height,
    shiftX: 0,
    shiftY: 0,
  };
}

function correlationOf(one: Plane, other: Plane): number {
  let [n, x, y, xx, yy, xy] = [0, 0, 0, 0, 0, 0];
  one.values.forEach((p, i) => {
    const q = other.values[i] ?? Number.NaN;
    if (Number.isNaN(q)) return;
    n++;
    x += p;
    y += q;
    xx += p * p;
    yy += q * q;
    xy += p * q;
  });
  const spread = Math.sqrt((n * xx - x * x) * (n * yy - y * y));
  return spread > 0 ? (n * xy - x * y) / spread : 0;
}
