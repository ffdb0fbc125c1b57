import type { Plane } from '../planes/plane.ts';
import { placeInto } from './placement.ts';
import type { Placement } from './placement.ts';

const adjustedFields: readonly (keyof Placement)[] = ['shiftX', 'shiftY', 'scaleX', 'scaleY'];
const firstStep = 0.02;
const lastStep = 0.001;
/** Of so many pixels one is looked at. */
const every = 2;

/** Pattern search from `start`: tries each parameter up and down, halves the step when nothing helps. */
export function searchPlacement(preview: Plane, picture: Plane, start: Placement): Placement {
  let best = start;
  const placed = { ...preview, values: new Float32Array(preview.values.length) };
  let cost = costOf(preview, picture, { placement: best, placed });
  for (let step = firstStep; step >= lastStep;) {
    const before = cost;
    for (const change of adjustedFields) {
      const unit = change === 'shiftX' ? picture.width : change === 'shiftY' ? picture.height : best[change];
      const tries = [-1, 1].map((sign) => moved(best, change, { by: sign * step * unit, preview }));
      const costs = tries.map((tried) => costOf(preview, picture, { placement: tried, placed }));
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
function costOf(
  preview: Plane,
  picture: Plane,
  { placement, placed }: { readonly placement: Placement; readonly placed: Plane },
): number {
  placeInto(placed, picture, { placement, every });
  const { gain, offset } = linearFit(preview, placed);
  let sum = 0;
  let count = 0;
  for (let i = 0; i < placed.values.length; i += every) {
    const value = placed.values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    sum += Math.min(40, Math.abs((preview.values[i] ?? 0) - gain * value - offset));
    count++;
  }
  return count < placed.values.length * 0.4 ? Infinity : sum / count;
}

function linearFit(preview: Plane, placed: Plane): { gain: number; offset: number } {
  let n = 0;
  let x = 0;
  let y = 0;
  let xx = 0;
  let xy = 0;
  for (let i = 0; i < placed.values.length; i += every) {
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
