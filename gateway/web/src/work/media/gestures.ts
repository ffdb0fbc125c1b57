import type { Point } from './region-geometry.ts';

/** The gestures of one or two pointers. Points are in pixels of the window. */
export interface Gestures {
  /** A touch that does not move. `target` is the element under the pointer. */
  readonly tap: (at: Point, target: Element) => void;
  /** A movement begins. */
  readonly dragStart: (from: Point, target: Element) => void;
  readonly drag: (to: Point) => void;
  /** The movement ends. It counts for nothing if a second pointer has joined. */
  readonly dragEnd: (isCanceled: boolean) => void;
  readonly pinch: (factor: number, center: Point, by: Point) => void;
}

const slopPixels = 6;

/** Reads gestures of mouse, pen and fingers on an element. */
export function readGestures(stage: HTMLElement, gestures: Gestures): void {
  const pointers = new Map<number, Point>();
  let start: { readonly at: Point; readonly target: Element } | undefined;
  let isDragging = false;

  stage.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    pointers.set(event.pointerId, readPoint(event));
    stage.setPointerCapture(event.pointerId);
    if (pointers.size === 1) {
      start = { at: readPoint(event), target: event.target };
      return;
    }
    if (isDragging) gestures.dragEnd(true);
    start = undefined;
    isDragging = false;
  });
  stage.addEventListener('pointermove', (event) => {
    if (!pointers.has(event.pointerId)) return;
    const before = [...pointers.values()];
    pointers.set(event.pointerId, readPoint(event));
    if (pointers.size === 2) pinch(gestures, before, [...pointers.values()]);
    if (start === undefined) return;
    if (!isDragging && distance(start.at, readPoint(event)) < slopPixels) return;
    if (!isDragging) gestures.dragStart(start.at, start.target);
    isDragging = true;
    gestures.drag(readPoint(event));
  });
  const end = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId)) return;
    const isCanceled = event.type === 'pointercancel';
    if (isDragging) gestures.dragEnd(isCanceled);
    else if (start !== undefined && !isCanceled) gestures.tap(start.at, start.target);
    start = undefined;
    isDragging = false;
  };
  stage.addEventListener('pointerup', end);
  stage.addEventListener('pointercancel', end);
}

function pinch(gestures: Gestures, [a, b]: readonly Point[], [c, d]: readonly Point[]): void {
  if (a === undefined || b === undefined || c === undefined || d === undefined) return;
  const from = middle(a, b);
  const to = middle(c, d);
  gestures.pinch(distance(c, d) / Math.max(distance(a, b), 1), to, { x: to.x - from.x, y: to.y - from.y });
}

function readPoint({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}

function middle(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
