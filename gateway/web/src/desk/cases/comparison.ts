import type { Artifact, Stage } from '../../shared/api/api-types.ts';
import { readFileUrl } from '../parts/api.ts';
import type { StoredFile } from '../parts/api-types.ts';
import { button, element } from '../../shared/dom.ts';
import { explainOverlap, listMarkedAreas } from './people/marked-areas.ts';

const mapTypes = ['heatmap', 'confidence_map'];
/** Aspect ratios of an image and its map may differ by rounding. A larger difference means that the map shows another region. */
const aspectTolerance = 0.02;
const maxHeightRem = 34;

/**
 * Returns the image below one of its maps, with a slider between them; undefined without a map. Browsers rotate images by
 * their EXIF orientation, and maps are drawn for the rotated image. A map with another aspect ratio is shown alone. The areas that people marked are maps, too.
 * @param file the image; undefined: it cannot be read any more
 */
export function createComparison(
  artifacts: readonly Artifact[],
  file: StoredFile | undefined,
  stages: readonly Stage[],
): HTMLElement | undefined {
  const images = artifacts.filter(({ mimeType }) => mimeType.startsWith('image/'));
  const found = images.filter(({ type }) => mapTypes.includes(type));
  const maps = [
    ...found.map((map, index) => ({ map, name: `Map ${index + 1}` })),
    ...listMarkedAreas(images, stages, found),
  ];
  const [first] = maps;
  if (first === undefined) return undefined;
  const draw = (map: Artifact): HTMLElement => createFigure(map, file, explainOverlap(map, stages));
  const stage = element('div', {}, draw(first.map));
  const choices = maps.map(({ map, name }, index) => {
    const choose = (pressed: HTMLButtonElement): void => {
      for (const choice of choices) choice.setAttribute('aria-pressed', String(choice === pressed));
      stage.replaceChildren(draw(map));
    };
    const properties = { kind: 'slim', title: map.legend, 'aria-pressed': String(index === 0) };
    return button(name, choose, properties);
  });
  const switcher = element('div', { className: 'row', role: 'group', 'aria-label': 'Maps' }, ...choices);
  return element(
    'div',
    { className: 'comparison' },
    element('h3', {}, 'The image and the map of findings'),
    maps.length > 1 ? switcher : undefined,
    stage,
  );
}

/** @param overlap the line about the agreement of the map with the area that people marked */
function createFigure(map: Artifact, file: StoredFile | undefined, overlap?: HTMLElement): HTMLElement {
  const above = element('img', { className: 'above', src: map.url, alt: map.legend });
  const below = element('img', { className: 'below', alt: 'The original image' });
  const pair = element('div', { className: 'pair' }, below, above);
  const slider = element('input', {
    type: 'range',
    min: 0,
    max: 100,
    value: 50,
    'aria-label': 'Share of the original image that is shown',
  });
  const place = (): void => pair.style.setProperty('--shown', `${slider.value}%`);
  slider.addEventListener('input', place);
  place();
  pair.style.aspectRatio = `${map.width} / ${map.height}`;
  pair.style.maxWidth = `${(maxHeightRem * map.width) / map.height}rem`;
  slideByPointer(pair, slider, place);
  const scale = element('div', { className: 'scale small soft' }, 'Image', slider, 'Map');
  const showMapAlone = (): void => {
    below.remove();
    scale.remove();
    pair.style.setProperty('--shown', '0%');
  };
  below.addEventListener('load', () => {
    const ratio = (below.naturalWidth * map.height) / (below.naturalHeight * map.width);
    if (Math.abs(ratio - 1) > aspectTolerance) showMapAlone();
  });
  const caption = element('figcaption', { className: 'small soft' }, map.legend);
  const figure = element('figure', {}, pair, scale, caption, overlap);
  if (file === undefined) showMapAlone();
  else void loadOriginal(below, file, showMapAlone);
  return figure;
}

/** Loads the file, or its thumbnail when the browser cannot decode the file. */
async function loadOriginal(image: HTMLImageElement, file: StoredFile, giveUp: () => void): Promise<void> {
  const hasThumbnail = file.thumbnail !== null;
  image.addEventListener('error', () => {
    if (!hasThumbnail || image.src.endsWith('/thumbnail')) giveUp();
    else image.src = `/v2/files/${file.id}/thumbnail`;
  });
  try {
    image.src = await readFileUrl(file.id);
  } catch {
    giveUp();
  }
}

function slideByPointer(pair: HTMLElement, slider: HTMLInputElement, place: () => void): void {
  const follow = ({ clientX, buttons }: PointerEvent): void => {
    if (buttons === 0) return;
    const { left, width } = pair.getBoundingClientRect();
    slider.value = String((100 * (clientX - left)) / width);
    place();
  };
  pair.addEventListener('pointerdown', follow);
  pair.addEventListener('pointermove', follow);
}
