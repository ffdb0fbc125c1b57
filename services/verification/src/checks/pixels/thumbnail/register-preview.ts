import type { Plane } from '../plane.ts';
import { luminanceOf, mapPlanes } from './reduced-picture.ts';
import type { ReducedPicture } from './reduced-picture.ts';
import { applyToneCurve, fitToneCurve } from './tone-curve.ts';

/** Where a pixel of the preview lies in the picture: `x' = scaleX*x + shiftX`, `y' = scaleY*y + shiftY`, in pixels. */
export interface Placement {
  readonly scaleX: number;
  readonly scaleY: number;
  readonly shiftX: number;
  readonly shiftY: number;
}

export interface Registration {
  readonly placement: Placement;
  /** The picture as the preview should show it. NaN outside. */
  readonly expected: Plane;
  /** Which ends of the range the picture is cut off at, per pixel of the preview: 0 none, 1 upper, 2 lower, 3 both. */
  readonly clipping: Uint8Array;
  /** Correlation of preview and expectation over all pixels. */
  readonly correlation: number;
}

const adjustedFields: readonly (keyof Placement)[] = ['shiftX', 'shiftY', 'scaleX', 'scaleY'];
const firstStep = 0.02;
const lastStep = 0.001;

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
  const placement = descend(preview, luminance, sameFrame(preview, luminance));
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

/** Pattern search: tries each parameter up and down, halves the step when nothing helps. */
function descend(preview: Plane, picture: Plane, start: Placement): Placement {
  let best = start;
  let cost = costOf(preview, picture, best);
  for (let step = firstStep; step >= lastStep;) {
    const before = cost;
    for (const change of adjustedFields) {
      const unit = change === 'shiftX' ? picture.width : change === 'shiftY' ? picture.height : best[change];
      const tries = [-1, 1].map((sign) => moved(best, change, { by: sign * step * unit, preview }));
      const costs = tries.map((tried) => costOf(preview, picture, tried));
      const cheaper = (costs[0] ?? Infinity) <= (costs[1] ?? Infinity) ? 0 : 1;
      if ((costs[cheaper] ?? Infinity) < cost)
        [best, cost] = [tries[cheaper] ?? best, costs[cheaper] ?? cost];
    }
    if (cost >= before * 0.999) step /= 2;
  }
  return best;
}

/** Scales about the middle, so that scale and shift do not fight. */
function moved(
  from: Placement,
  change: keyof Placement,
  { by, preview }: { by: number; preview: Plane },
): Placement {
  const next = { ...from, [change]: from[change] + by };
  if (change === 'scaleX') return { ...next, shiftX: from.shiftX - (by * preview.width) / 2 };
  if (change === 'scaleY') return { ...next, shiftY: from.shiftY - (by * preview.height) / 2 };
  return next;
}

/** Mean absolute difference after a linear fit; a changed place cannot count for more than 40 grey levels a pixel. */
function costOf(preview: Plane, picture: Plane, placement: Placement): number {
  const placed = place(preview, picture, placement);
  const { gain, offset } = linearFit(preview, placed);
  let [sum, count] = [0, 0];
  for (let i = 0; i < placed.values.length; i += 2) {
    const value = placed.values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += Math.min(40, Math.abs((preview.values[i] ?? 0) - gain * value - offset));
    count++;
  }
  return count < placed.values.length * 0.4 ? Infinity : sum / count;
}

function linearFit(preview: Plane, placed: Plane): { gain: number; offset: number } {
  let [n, x, y, xx, xy] = [0, 0, 0, 0, 0];
  for (let i = 0; i < placed.values.length; i += 2) {
    const value = placed.values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const other = preview.values[i] ?? 0;
    n++;
    x += value;
    y += other;
    xx += value * value;
    xy += value * other;
  }
  const variance = n * xx - x * x;
  const gain = variance <= 0 ? 0 : (n * xy - x * y) / variance;
  return { gain, offset: (y - gain * x) / Math.max(1, n) };
}

function place(preview: Plane, picture: Plane, { scaleX, scaleY, shiftX, shiftY }: Placement): Plane {
  const values = new Float32Array(preview.values.length);
  for (let y = 0, at = 0; y < preview.height; y++) {
    const v = scaleY * (y + 0.5) + shiftY - 0.5;
    for (let x = 0; x < preview.width; x++, at++) {
      values[at] = bilinear(picture, scaleX * (x + 0.5) + shiftX - 0.5, v);
    }
  }
  return { width: preview.width, height: preview.height, values };
}

function bilinear({ width, height, values }: Plane, x: number, y: number): number {
  if (x < -0.5 || y < -0.5 || x > width - 0.5 || y > height - 0.5) return Number.NaN;
  const column = Math.max(0, Math.min(width - 2, Math.floor(x)));
  const row = Math.max(0, Math.min(height - 2, Math.floor(y)));
  const right = Math.max(0, Math.min(1, x - column));
  const down = Math.max(0, Math.min(1, y - row));
  const at = row * width + column;
  const upper = (values[at] ?? 0) * (1 - right) + (values[at + 1] ?? 0) * right;
  const lower = (values[at + width] ?? 0) * (1 - right) + (values[at + width + 1] ?? 0) * right;
  return upper * (1 - down) + lower * down;
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
