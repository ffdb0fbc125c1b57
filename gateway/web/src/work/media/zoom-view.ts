import { clamp } from './region-geometry.ts';
import type { Point } from './region-geometry.ts';
import { pan, reveal, wholeFile, zoomAt } from './zoom.ts';

/** The zoomed view of a file in its stage. */
export interface ZoomView {
  /** Zooms at a point of the window, by default at the middle of the stage. */
  readonly zoomBy: (factor: number, at?: Point) => void;
  /** Pans by pixels. */
  readonly panBy: (by: Point) => void;
  readonly reveal: (point: Point) => void;
  readonly reset: () => void;
  readonly readScale: () => number;
  /** Returns a point of the window in fractions of the file. */
  readonly toFile: (at: Point) => Point;
}

/** @param plane the content of the stage, which is transformed */
export function createZoomView(stage: HTMLElement, plane: HTMLElement): ZoomView {
  let zoom = wholeFile;
  const set = (next: typeof zoom): void => {
    zoom = next;
    const { x, y, scale } = zoom;
    plane.style.transform = `translate(${x * 100}%, ${y * 100}%) scale(${scale})`;
    plane.style.setProperty('--scale', String(scale));
  };
  const toFraction = (box: HTMLElement, at: Point): Point => {
    const { left, top, width, height } = box.getBoundingClientRect();
    return { x: (at.x - left) / width, y: (at.y - top) / height };
  };
  return {
    zoomBy: (factor, at) =>
      set(zoomAt(zoom, factor, at === undefined ? { x: 0.5, y: 0.5 } : toFraction(stage, at))),
    panBy(by) {
      const { width, height } = stage.getBoundingClientRect();
      set(pan(zoom, { x: by.x / width, y: by.y / height }));
    },
    reveal: (point) => set(reveal(zoom, point)),
    reset: () => set(wholeFile),
    readScale: () => zoom.scale,
    toFile(at) {
      const { x, y } = toFraction(plane, at);
      return { x: clamp(x), y: clamp(y) };
    },
  };
}
