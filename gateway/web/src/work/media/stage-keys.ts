import { moveRect, resizeRect } from './region-geometry.ts';
import type { Point, Rect } from './region-geometry.ts';

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -0.01, y: 0 },
  ArrowRight: { x: 0.01, y: 0 },
  ArrowUp: { x: 0, y: -0.01 },
  ArrowDown: { x: 0, y: 0.01 },
};

/** The step of the cursor, which crosses a file in fifty steps. */
const cursorFactor = 2;

type StageAction =
  | { readonly by: Point }
  /** A factor; 0 shows the whole file. */
  | { readonly zoom: number }
  | { readonly corner: true }
  | { readonly cancel: true };

/** Reads a key that is pressed on the stage itself. */
export function readStageKey(event: KeyboardEvent): StageAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const arrow = arrows[event.key];
  if (arrow !== undefined) return { by: { x: arrow.x * cursorFactor, y: arrow.y * cursorFactor } };
  switch (event.key) {
    case 'Enter':
      return { corner: true };
    case 'Escape':
      return { cancel: true };
    case '+':
    case '=':
      return { zoom: 1.5 };
    case '-':
    case '−':
      return { zoom: 1 / 1.5 };
    case '0':
      return { zoom: 0 };
    default:
      return undefined;
  }
}

/** Reads a key that is pressed on a region: its new area, or its removal. */
export function readRegionKey(event: KeyboardEvent, rect: Rect): Rect | 'remove' | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.key === 'Delete' || event.key === 'Backspace') return 'remove';
  const by = arrows[event.key];
  if (by === undefined) return undefined;
  return event.shiftKey ? resizeRect(rect, 'se', by) : moveRect(rect, by);
}
