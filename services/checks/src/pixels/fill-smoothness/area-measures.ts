import type { Cells } from './cells.ts';
import { surroundingsOf } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';

/** What an area is judged by; activities and brightness in grey levels. */
export interface AreaMeasures {
  /** Of the picture. */
  readonly share: number;
  /** Median in the area, the ninth decile there, and the median of what surrounds it. */
  readonly activity: number;
  readonly highActivity: number;
  readonly activityAround: number;
  /** Standard deviation of brightness in the area. */
  readonly brightnessSpread: number;
  /** Cells of the area by those of the rectangle about it. */
  readonly filling: number;
  /** How much longer the outline is than a circle's about as large an area, squared. */
  readonly raggedness: number;
  /** Share of the outline on the picture's edge. */
  readonly edgeShare: number;
  /** Share of the picture that lies elsewhere and is as bright, and how much of that is as smooth. */
  readonly alike: number;
  readonly alikeSmooth: number;
  /**
   * Mean square of the colour steps across the outline by the variance of the colours outside: near 0 where the area takes up
   * the colours beside it all around, 1 and more where it is something else.
   */
  readonly colourStep: number;
}

const brightnessMargin = 12;
/** Square of the colour step that is no difference. */
const noStep = 9;

/** `threshold` is the activity below which a cell is taken for smooth. */
export function measureArea(cells: Cells, area: Int32Array, threshold: number): AreaMeasures {
  const { activity } = cells;
  const around = surroundingsOf(cells, area);
  const inside = Float64Array.from(area, (cell) => activity[cell] ?? 0).sort();
  const outside = Float64Array.from(around.ring, (cell) => activity[cell] ?? 0).sort();
  const brightness = Float64Array.from(area, (cell) => cells.brightness[cell] ?? 0).sort();
  return {
    share: area.length / activity.length,
    activity: quantile(inside, 0.5),
    highActivity: quantile(inside, 0.9),
    activityAround: quantile(outside, 0.5),
    brightnessSpread: Math.sqrt(variance(brightness)),
    filling: area.length / around.boxCells,
    raggedness: (around.outline * (Math.PI / 4)) ** 2 / (4 * Math.PI * area.length),
    edgeShare: around.onEdge / around.outline,
    ...measureAlike(cells, area, {
      threshold,
      darkest: quantile(brightness, 0.1) - brightnessMargin,
      brightest: quantile(brightness, 0.9) + brightnessMargin,
    }),
    colourStep: colourStepOf(cells, around),
  };
}

interface Alike {
  readonly threshold: number;
  readonly darkest: number;
  readonly brightest: number;
}

function measureAlike(
  { activity, brightness, clipped }: Cells,
  area: Int32Array,
  { threshold, darkest, brightest }: Alike,
): Pick<AreaMeasures, 'alike' | 'alikeSmooth'> {
  const isElsewhere = new Uint8Array(activity.length).fill(1);
  for (const cell of area) isElsewhere[cell] = 0;
  let alike = 0;
  let smooth = 0;
  for (let cell = 0; cell < activity.length; cell++) {
    if (isElsewhere[cell] === 0 || clipped[cell] === 1) continue;
    const level = brightness[cell] ?? 0;
    if (level < darkest || level > brightest) continue;
    alike++;
    if ((activity[cell] ?? 0) < threshold) smooth++;
  }
  return { alike: alike / activity.length, alikeSmooth: smooth / Math.max(1, alike) };
}

function colourStepOf({ colours }: Cells, { across }: Pick<Surroundings, 'across'>): number {
  let steps = noStep * across.length;
  let spread = noStep * across.length;
  for (let channel = 0; channel < 3; channel++) {
    const outside = Float64Array.from(across, ([, cell]) => colours[cell * 3 + channel] ?? 0);
    spread += variance(outside) * outside.length;
    for (const [inner, outer] of across) {
      steps += ((colours[inner * 3 + channel] ?? 0) - (colours[outer * 3 + channel] ?? 0)) ** 2;
    }
  }
  return across.length === 0 ? 1 : steps / spread;
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function variance(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
}
