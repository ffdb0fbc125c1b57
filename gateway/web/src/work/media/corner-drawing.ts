import { announce } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';
import type { RegionBoxes } from './region-boxes.ts';
import { clamp, spanRect } from './region-geometry.ts';
import type { Point, Rect } from './region-geometry.ts';

/** Draws regions by two opposite corners, which are tapped or set with the keyboard. */
export interface CornerDrawing {
  /** Keeps the first corner. The second one completes the region. */
  readonly touch: (at: Point) => void;
  readonly cancel: () => void;
  readonly isPending: () => boolean;
  /** Moves the cursor of the keyboard by a way in fractions of the file, and returns it. */
  readonly moveCursor: (by: Point) => Point;
  readonly touchCursor: () => void;
}

export function createCornerDrawing(boxes: RegionBoxes, add: (rect: Rect) => void): CornerDrawing {
  let first: Point | undefined;
  let cursor: Point = { x: 0.5, y: 0.5 };
  const keep = (at: Point | undefined): void => {
    first = at;
    boxes.drawCorner(at);
    boxes.drawDraft(undefined);
  };
  const touch = (at: Point): void => {
    const rect = first === undefined ? undefined : spanRect(first, at);
    keep(rect === undefined ? at : undefined);
    if (rect === undefined) announce(say('cornerSet'));
    else add(rect);
  };
  return {
    touch,
    cancel: () => keep(undefined),
    isPending: () => first !== undefined,
    moveCursor(by) {
      cursor = { x: clamp(cursor.x + by.x), y: clamp(cursor.y + by.y) };
      boxes.drawCursor(cursor);
      if (first !== undefined) boxes.drawDraft(spanRect(first, cursor));
      return cursor;
    },
    touchCursor() {
      boxes.drawCursor(cursor);
      touch(cursor);
    },
  };
}
