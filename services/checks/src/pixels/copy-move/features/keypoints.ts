import type { Plane } from '../../planes/plane.ts';
import type { Octave } from './scale-space.ts';

/** An extremum of the scale space; `x`, `y`, `sigma` in working pixels, `column`, `row` in pixels of its octave. */
export interface Keypoint {
  readonly x: number;
  readonly y: number;
  readonly sigma: number;
  readonly octave: number;
  readonly level: number;
  readonly column: number;
  readonly row: number;
  /** Absolute DoG response in grey levels. */
  readonly contrast: number;
  /** Darker than what surrounds it; a copy keeps that, so bright and dark points need no comparison. */
  readonly isDark: boolean;
}

const border = 8;
const minContrast = 0.5;
const maxEdgeRatio = 10;
const cellSize = 24;

export interface DetectedKeypoints {
  /** At most as many as the limit. */
  readonly keypoints: readonly Keypoint[];
  /** The number of all keypoints in the image. */
  readonly total: number;
}

/** Finds extrema over space and scale, without those on straight edges (Lowe 2004, sections 3 and 4), thinned to `limit`. */
export function detectKeypoints(octaves: readonly Octave[], limit: number): DetectedKeypoints {
  const found = octaves.flatMap((octave, index) => extremaOf(octave, index));
  return { keypoints: spreadEvenly(found, limit), total: found.length };
}

function extremaOf(octave: Octave, index: number): Keypoint[] {
  const found: Keypoint[] = [];
  for (let level = 1; level + 1 < octave.differences.length; level++) {
    const [below, here, above] = octave.differences.slice(level - 1, level + 2);
    if (below === undefined || here === undefined || above === undefined) continue;
    const sigma = octave.sigmas[level] ?? 1;
    for (const extremum of extremaOfLevel(below, here, above)) {
      const x = extremum.column * octave.step;
      const y = extremum.row * octave.step;
      found.push({ ...extremum, x, y, sigma: sigma * octave.step, octave: index, level });
    }
  }
  return found;
}

type Extremum = Pick<Keypoint, 'column' | 'row' | 'contrast' | 'isDark'>;

function extremaOfLevel(below: Plane, here: Plane, above: Plane): Extremum[] {
  const { width, height, values } = here;
  const found: Extremum[] = [];
  for (let row = border; row < height - border; row++) {
    for (let column = border; column < width - border; column++) {
      const at = row * width + column;
      const value = values[at] ?? 0;
      if (value < minContrast && value > -minContrast) continue;
      if (!isPeak(here, at, value) || !isPeak(below, at, value) || !isPeak(above, at, value)) continue;
      if (liesOnEdge(here, at)) continue;
      found.push({
        column: column + vertexOf(values[at - 1] ?? 0, value, values[at + 1] ?? 0),
        row: row + vertexOf(values[at - width] ?? 0, value, values[at + width] ?? 0),
        contrast: Math.abs(value),
        isDark: value > 0,
      });
    }
  }
  return found;
}

function isPeak({ width, values }: Plane, at: number, peak: number): boolean {
  const sign = peak > 0 ? 1 : -1;
  const height = peak * sign;
  for (let line = at - width; line <= at + width; line += width) {
    if ((values[line - 1] ?? 0) * sign > height) return false;
    if ((values[line] ?? 0) * sign > height) return false;
    if ((values[line + 1] ?? 0) * sign > height) return false;
  }
  return true;
}

function liesOnEdge({ width, values }: Plane, at: number): boolean {
  const centre = 2 * (values[at] ?? 0);
  const xx = (values[at - 1] ?? 0) + (values[at + 1] ?? 0) - centre;
  const yy = (values[at - width] ?? 0) + (values[at + width] ?? 0) - centre;
  const rising = (values[at + width + 1] ?? 0) + (values[at - width - 1] ?? 0);
  const falling = (values[at + width - 1] ?? 0) + (values[at - width + 1] ?? 0);
  const xy = (rising - falling) / 4;
  const determinant = xx * yy - xy * xy;
  return determinant <= 0 || (xx + yy) ** 2 * maxEdgeRatio >= (maxEdgeRatio + 1) ** 2 * determinant;
}

/** Offset of the vertex of the parabola through three equidistant samples, within half a pixel. */
export function vertexOf(before: number, centre: number, after: number): number {
  const curvature = before + after - 2 * centre;
  if (curvature === 0) return 0;
  return Math.max(-0.5, Math.min(0.5, (before - after) / (2 * curvature)));
}

/** Strongest first within each cell, cells in turn, so that one busy corner does not use up the budget. */
function spreadEvenly(found: readonly Keypoint[], limit: number): Keypoint[] {
  if (found.length <= limit) return [...found];
  const taken = new Map<number, number>();
  const strongestFirst = found
    .toSorted((a, b) => b.contrast - a.contrast || a.y - b.y || a.x - b.x)
    .map((point) => {
      const cell = Math.floor(point.y / cellSize) * 65536 + Math.floor(point.x / cellSize);
      const rank = taken.get(cell) ?? 0;
      taken.set(cell, rank + 1);
      return { point, rank };
    });
  return strongestFirst
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ point }) => point);
}
