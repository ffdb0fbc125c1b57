import type { Plane } from '../planes/plane.ts';
import { luminanceOf, mapPlanes } from './reduced-picture.ts';
import type { ReducedPicture } from './reduced-picture.ts';
import { place } from './placement.ts';
import type { Placement } from './placement.ts';
import { searchPlacement } from './search-placement.ts';
import { applyToneCurve, findOpenEnds, fitToneCurve, openEnds as end } from './tone-curve.ts';

export interface Registration {
  readonly placement: Placement;
  /** The picture as the preview should show it. NaN outside. */
  readonly expected: Plane;
  /**
   * Where the preview may lie any amount beyond the expectation, per pixel: 0 nowhere, 1 above, 2 below, 3 both. There the picture is
   * cut off at an end of its range, or beyond what the tone curve was fitted to.
   */
  readonly openEnds: Uint8Array;
  /** Correlation of preview and expectation over all pixels. */
  readonly correlation: number;
}

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
  const source = { channels, clipped: clipping.map((ends) => (ends === end.none ? 0 : 1)) };
  const curve = fitToneCurve(preview, source);
  const expected = applyToneCurve(curve, source);
  const beyond = findOpenEnds(curve, source);
  const openEnds = clipping.map((ends, at) => ends | (beyond[at] ?? 0));
  return { placement, expected, openEnds, correlation: correlationOf(preview, expected) };
}

function clippingOf({ values: high }: Plane, { values: low }: Plane): Uint8Array {
  return Uint8Array.from(
    high,
    (share, i) =>
      (share > clippedShare ? end.upper : end.none) | ((low[i] ?? 0) > clippedShare ? end.lower : end.none),
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
  let n = 0;
  let x = 0;
  let y = 0;
  let xx = 0;
  let yy = 0;
  let xy = 0;
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
