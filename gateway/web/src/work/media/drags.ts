import type { RegionBoxes } from './region-boxes.ts';
import { moveRect, resizeRect, spanRect } from './region-geometry.ts';
import type { Corner, Point, Rect } from './region-geometry.ts';

/** A movement of a pointer over a file: it draws a region, moves one, or resizes one by a corner. */
export interface Drags {
  /** Returns the region under the pointer, undefined if a new one is drawn. */
  readonly start: (from: Point, target: Element) => number | undefined;
  readonly move: (to: Point) => void;
  readonly end: (isCanceled: boolean) => void;
}

interface DragEvents {
  readonly readRect: (index: number) => Rect | undefined;
  readonly add: (rect: Rect) => void;
  readonly change: (index: number, rect: Rect) => void;
}

interface Drag {
  readonly from: Point;
  readonly held?: { readonly index: number; readonly corner: Corner | undefined; readonly rect: Rect };
  readonly drawn?: Rect | undefined;
}

export function createDrags(boxes: RegionBoxes, { readRect, add, change }: DragEvents): Drags {
  let drag: Drag | undefined;
  return {
    start(from, target) {
      const found = boxes.identify(target);
      const rect = found === undefined ? undefined : readRect(found.index);
      drag = found === undefined || rect === undefined ? { from } : { from, held: { ...found, rect } };
      return drag.held?.index;
    },
    move(to) {
      if (drag === undefined) return;
      const { from, held } = drag;
      if (held === undefined) {
        const drawn = spanRect(from, to);
        drag = { from, drawn };
        boxes.drawDraft(drawn);
        return;
      }
      const by = { x: to.x - from.x, y: to.y - from.y };
      const { index, corner, rect } = held;
      change(index, corner === undefined ? moveRect(rect, by) : resizeRect(rect, corner, by));
    },
    end(isCanceled) {
      const drawn = drag?.drawn;
      drag = undefined;
      boxes.drawDraft(undefined);
      if (drawn !== undefined && !isCanceled) add(drawn);
    },
  };
}
