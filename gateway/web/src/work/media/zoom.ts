import type { Point } from './region-geometry.ts';

/** The part of a file that its stage shows: the scale, and the offset of the file in sizes of the stage. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const wholeFile: Zoom = { scale: 1, x: 0, y: 0 };

const maxScale = 8;

/** Zooms so that the point of the stage, in fractions of it, keeps its place. */
export function zoomAt({ scale, x, y }: Zoom, factor: number, at: Point): Zoom {
  const next = Math.min(Math.max(scale * factor, 1), maxScale);
  const ratio = next / scale;
  return keepInside({ scale: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio });
}

/** @param by the way in fractions of the stage */
export function pan(zoom: Zoom, by: Point): Zoom {
  return keepInside({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y });
}

/** Pans so far that the point of the file is in the stage. */
export function reveal(zoom: Zoom, point: Point): Zoom {
  const margin = 0.1;
  const way = (position: number): number =>
    Math.max(margin - position, 0) + Math.min(1 - margin - position, 0);
  return pan(zoom, { x: way(zoom.x + point.x * zoom.scale), y: way(zoom.y + point.y * zoom.scale) });
}

/** The file always covers the stage. */
function keepInside({ scale, x, y }: Zoom): Zoom {
  const keep = (offset: number): number => Math.min(Math.max(offset, 1 - scale), 0);
  return { scale, x: keep(x), y: keep(y) };
}
