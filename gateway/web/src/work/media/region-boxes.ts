import { element } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';
import type { Corner, Point, Rect } from './region-geometry.ts';

/** The rectangles over a file: the regions, the corners of the selected one, and the cursor. */
export interface RegionBoxes {
  readonly node: HTMLElement;
  readonly draw: (rects: readonly Rect[], selected: number | undefined) => void;
  /** Shows the rectangle that is being drawn. */
  readonly drawDraft: (rect: Rect | undefined) => void;
  readonly drawCursor: (at: Point | undefined) => void;
  readonly drawCorner: (at: Point | undefined) => void;
  readonly focus: (index: number) => void;
  /** Returns the region and the corner that an element belongs to. */
  readonly identify: (
    target: Element,
  ) => { readonly index: number; readonly corner: Corner | undefined } | undefined;
}

const corners: readonly Corner[] = ['nw', 'ne', 'sw', 'se'];

/** @param onKey is called with keys that are pressed on a region; @param onFocus when a region gets the focus */
export function createRegionBoxes(
  onKey: (index: number, event: KeyboardEvent) => void,
  onFocus: (index: number) => void,
): RegionBoxes {
  const boxes: HTMLButtonElement[] = [];
  const handles = corners.map((corner) => {
    const handle = element('span', { className: `handle ${corner}`, hidden: true });
    handle.dataset['corner'] = corner;
    return handle;
  });
  const draft = element('span', { className: 'box draft', hidden: true });
  const cursor = element('span', { className: 'cursor', hidden: true });
  const corner = element('span', { className: 'corner', hidden: true });
  const node = element('div', { className: 'boxes' }, draft, cursor, corner, ...handles);
  let chosen: number | undefined;

  const addBox = (): void => {
    const index = boxes.length;
    const box = element(
      'button',
      { type: 'button', className: 'box' },
      element('span', {}, String(index + 1)),
    );
    box.addEventListener('keydown', (event) => onKey(index, event));
    box.addEventListener('focus', () => onFocus(index));
    boxes.push(box);
    node.insertBefore(box, draft);
  };
  return {
    node,
    draw(rects, selected) {
      chosen = selected;
      while (boxes.length > rects.length) boxes.pop()?.remove();
      while (boxes.length < rects.length) addBox();
      for (const [index, rect] of rects.entries()) drawBox(boxes[index], rect, index === selected, index);
      const current = selected === undefined ? undefined : rects[selected];
      for (const [at, handle] of handles.entries()) placeHandle(handle, current, corners[at]);
    },
    drawDraft: (rect) => place(draft, rect),
    drawCursor: (at) => place(cursor, at),
    drawCorner: (at) => place(corner, at),
    focus: (index) => boxes[index]?.focus({ preventScroll: true }),
    identify(target) {
      const name = target instanceof HTMLElement ? target.dataset['corner'] : undefined;
      const found = corners.find((one) => one === name);
      if (found !== undefined && chosen !== undefined) return { index: chosen, corner: found };
      const index = boxes.findIndex((box) => box.contains(target));
      return index < 0 ? undefined : { index, corner: undefined };
    },
  };
}

function drawBox(box: HTMLElement | undefined, rect: Rect, isSelected: boolean, index: number): void {
  if (box === undefined) return;
  place(box, rect);
  box.classList.toggle('selected', isSelected);
  box.ariaLabel = describeRegion(rect, index);
}

function placeHandle(handle: HTMLElement, rect: Rect | undefined, corner: Corner | undefined): void {
  if (rect === undefined || corner === undefined) {
    handle.hidden = true;
    return;
  }
  const x = rect.x + (corner.endsWith('e') ? rect.width : 0);
  place(handle, { x, y: rect.y + (corner.startsWith('s') ? rect.height : 0) });
}

/** Positions an element in fractions of its parent. Undefined hides it. */
function place(node: HTMLElement, at: (Point & Partial<Rect>) | undefined): void {
  node.hidden = at === undefined;
  if (at === undefined) return;
  node.style.left = percent(at.x);
  node.style.top = percent(at.y);
  if (at.width !== undefined) node.style.width = percent(at.width);
  if (at.height !== undefined) node.style.height = percent(at.height);
}

function percent(fraction: number): string {
  return `${String(fraction * 100)}%`;
}

/** Returns the name and the place of a region for screen readers. */
export function describeRegion({ x, y, width, height }: Rect, index: number): string {
  const share = (fraction: number): number => Math.round(fraction * 100);
  return say('regionAt', {
    number: index + 1,
    x: share(x),
    y: share(y),
    width: share(width),
    height: share(height),
  });
}
