import { announce, button, element } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';
import { createCornerDrawing } from './corner-drawing.ts';
import type { CornerDrawing } from './corner-drawing.ts';
import { createDrags } from './drags.ts';
import { readGestures } from './gestures.ts';
import { createRegionBoxes, describeRegion } from './region-boxes.ts';
import type { RegionBoxes } from './region-boxes.ts';
import type { Rect } from './region-geometry.ts';
import { readRegionKey, readStageKey } from './stage-keys.ts';
import { createZoomView } from './zoom-view.ts';
import type { ZoomView } from './zoom-view.ts';

/** The changes that a worker makes on a stage. */
export interface StageEvents {
  readonly add: (rect: Rect) => void;
  readonly change: (index: number, rect: Rect) => void;
  readonly select: (index: number | undefined) => void;
  readonly remove: (index: number) => void;
}

/** A file on which regions are drawn, moved and resized, and that can be zoomed. */
export interface Stage {
  readonly node: HTMLElement;
  readonly toolbar: HTMLElement;
  readonly draw: (rects: readonly Rect[], selected: number | undefined) => void;
  readonly focusRegion: (index: number) => void;
}

interface Labels {
  readonly name: string;
  readonly describedBy: string;
}

/** @param media the image or the video, which the stage shows */
export function createStage(media: HTMLElement, { name, describedBy }: Labels, events: StageEvents): Stage {
  let rects: readonly Rect[] = [];
  const pressKey = (index: number, event: KeyboardEvent): void => {
    const rect = rects[index];
    const action = rect === undefined ? undefined : readRegionKey(event, rect);
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (action === 'remove') {
      events.remove(index);
      node.focus();
      return;
    }
    events.change(index, action);
    view.reveal(action);
    announce(describeRegion(action, index));
  };
  const boxes = createRegionBoxes(pressKey, events.select);
  const plane = element('div', { className: 'plane' }, media, boxes.node);
  const labels = { ariaLabel: name, 'aria-describedby': describedBy };
  const node = element(
    'div',
    { className: 'stage', tabIndex: 0, role: 'application', dir: 'ltr', ...labels },
    plane,
  );
  const view = createZoomView(node, plane);
  const corners = createCornerDrawing(boxes, events.add);
  const parts = { node, boxes, view, corners };
  readPointers(parts, events, (index) => rects[index]);
  readKeys(parts);
  return {
    node,
    toolbar: createToolbar(view, events.add),
    draw(next, selected) {
      rects = next;
      boxes.draw(next, selected);
    },
    focusRegion: boxes.focus,
  };
}

interface StageParts {
  readonly node: HTMLElement;
  readonly boxes: RegionBoxes;
  readonly view: ZoomView;
  readonly corners: CornerDrawing;
}

function readPointers(
  { node, boxes, view, corners }: StageParts,
  { add, change, select }: StageEvents,
  readRect: (index: number) => Rect | undefined,
): void {
  const drags = createDrags(boxes, { readRect, add, change });
  readGestures(node, {
    tap(at, target) {
      boxes.drawCursor(undefined);
      const found = corners.isPending() ? undefined : boxes.identify(target);
      if (found === undefined) corners.touch(view.toFile(at));
      else select(found.index);
    },
    dragStart(from, target) {
      corners.cancel();
      select(drags.start(view.toFile(from), target));
    },
    drag: (to) => drags.move(view.toFile(to)),
    dragEnd: drags.end,
    pinch(factor, center, by) {
      view.zoomBy(factor, center);
      view.panBy(by);
    },
  });
}

function readKeys({ node, boxes, view, corners }: StageParts): void {
  node.addEventListener('keydown', (event) => {
    // Enter on a region selects it.
    const action = event.target !== node && event.key === 'Enter' ? undefined : readStageKey(event);
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if ('zoom' in action) {
      if (action.zoom === 0) view.reset();
      else view.zoomBy(action.zoom);
    } else if ('cancel' in action) corners.cancel();
    else if ('corner' in action) corners.touchCursor();
    else {
      const scale = view.readScale();
      view.reveal(corners.moveCursor({ x: action.by.x / scale, y: action.by.y / scale }));
    }
  });
  node.addEventListener('blur', () => boxes.drawCursor(undefined));
}

function createToolbar(view: ZoomView, add: (rect: Rect) => void): HTMLElement {
  const centered = { x: 0.375, y: 0.375, width: 0.25, height: 0.25 };
  const zoomButton = (sign: string, name: string, factor: number): HTMLElement =>
    button(sign, () => view.zoomBy(factor), { kind: 'slim square', ariaLabel: name, title: name });
  return element(
    'div',
    { className: 'tools' },
    button(say('addRegion'), () => add(centered), { kind: 'slim' }),
    zoomButton('+', say('zoomIn'), 1.5),
    zoomButton('−', say('zoomOut'), 1 / 1.5),
    button(say('zoomFit'), view.reset, { kind: 'slim' }),
  );
}
