import type { WorkArea, WorkFile, WorkMap } from '../../shared/api/api-types.ts';
import { button, element } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';
import type { TaskContext } from '../questions/field.ts';
import { findKind } from './load-media.ts';
import type { MediaElement } from './load-media.ts';
import { describeRegion } from './region-boxes.ts';

interface Overlays {
  /** The image, below its overlays if it has any. */
  readonly frame: HTMLElement;
  /** The buttons of the maps, and the texts about the overlays. */
  readonly nodes: readonly HTMLElement[];
}

/** Aspect ratios of an image and its map may differ by rounding. A map with a larger difference covers the image. */
const aspectTolerance = 0.02;

/** Draws the areas that other people marked over an image, and adds a button for each of its maps. */
export function createOverlays(image: MediaElement, file: WorkFile, task: TaskContext): Overlays {
  const areas = (task.areas ?? []).filter(({ fileId }) => fileId === file.fileId);
  const isFirst = task.files.find((one) => findKind(one) === 'image') === file;
  const maps = isFirst ? (task.maps ?? []) : [];
  if (areas.length === 0 && maps.length === 0) return { frame: image, nodes: [] };
  const frame = element('div', { className: 'overlaid', dir: 'ltr' }, image);
  const mapNodes = maps.length === 0 ? [] : addMaps(frame, maps, { file, task });
  frame.append(...areas.map(drawArea));
  return { frame, nodes: [...mapNodes, ...describeAreas(areas)] };
}

function addMaps(
  frame: HTMLElement,
  maps: readonly WorkMap[],
  { file, task }: { readonly file: WorkFile; readonly task: TaskContext },
): readonly HTMLElement[] {
  const overlay = element('img', { className: 'map', draggable: false, hidden: true });
  frame.append(overlay);
  let shown: number | undefined;
  let links = maps.map(({ url }) => url);
  const failure = element(
    'p',
    { className: 'notice bad', role: 'alert', hidden: true },
    say('mediaFailed'),
    ' ',
  );
  const show = (next: number | undefined): void => {
    shown = next;
    const map = next === undefined ? undefined : maps[next];
    failure.hidden = true;
    overlay.hidden = map === undefined;
    for (const [index, toggle] of toggles.entries())
      toggle.setAttribute('aria-pressed', String(index === next));
    if (map === undefined || next === undefined) return;
    overlay.alt = say('showMap', { number: next + 1 });
    overlay.classList.toggle('alone', !hasSameShape(map, file));
    overlay.src = links[next] ?? map.url;
  };
  const toggles = maps.map((_map, index) =>
    button(say('showMap', { number: index + 1 }), () => show(index === shown ? undefined : index), {
      kind: 'slim',
      'aria-pressed': 'false',
    }),
  );
  overlay.addEventListener('error', () => {
    overlay.hidden = true;
    failure.hidden = false;
  });
  const again = button(say('loadAgain'), () => {
    failure.hidden = true;
    const refreshed = task.refreshMaps?.() ?? Promise.resolve(maps);
    refreshed.then(
      (fresh) => {
        links = fresh.map(({ url }) => url);
        show(shown);
      },
      () => (failure.hidden = false),
    );
  });
  failure.append(again);
  const note = element('p', { className: 'soft small' }, say('mapNote'));
  return [failure, element('div', { className: 'tools' }, ...toggles), note];
}

function hasSameShape(map: WorkMap, { width, height }: WorkFile): boolean {
  if (width === null || height === null) return true;
  return Math.abs((width * map.height) / (height * map.width) - 1) <= aspectTolerance;
}

function drawArea({ x, y, width, height }: WorkArea): HTMLElement {
  const outline = element('span', { className: 'area', ariaHidden: 'true' });
  for (const [name, share] of Object.entries({ left: x, top: y, width, height }))
    outline.style.setProperty(name, `${share * 100}%`);
  return outline;
}

/** Describes the areas for screen readers, below a line that all people see. */
function describeAreas(areas: readonly WorkArea[]): readonly HTMLElement[] {
  if (areas.length === 0) return [];
  const items = areas.map((area, index) => element('li', {}, describeRegion(area, index)));
  return [
    element('p', { className: 'soft small' }, say('markedAreas')),
    element('ul', { className: 'unseen' }, ...items),
  ];
}
