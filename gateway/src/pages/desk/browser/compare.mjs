import { call } from './api.mjs';
import { button, element } from './dom.mjs';

/** Sides of a picture and of a map of it may differ by rounding; what differs by more shows another part of the picture. */
const sameShapeWithin = 0.02;

/**
 * The picture and a map of it, one over the other, with a slider between them. Browsers show a picture the way its
 * orientation says, which is how maps are drawn. A map of another shape stands alone.
 */
export function createComparison(artifacts, original) {
  const maps = artifacts.filter(
    ({ type, mimeType }) => shownTypes.includes(type) && mimeType.startsWith('image/'),
  );
  if (maps.length === 0) return undefined;
  const stage = element('div', {});
  const show = (map) => stage.replaceChildren(comparisonOf(map, original));
  const choices = maps.map((map, index) =>
    button(`Map ${index + 1}`, () => choose(index), { kind: 'slim', title: map.legend }),
  );
  const choose = (chosen) => {
    choices.forEach((one, index) => one.setAttribute('aria-pressed', String(index === chosen)));
    show(maps[chosen]);
  };
  choose(0);
  const switcher = element('div', { className: 'row', role: 'group', 'aria-label': 'Maps' }, ...choices);
  return element(
    'div',
    { className: 'comparison' },
    element('h3', {}, 'The picture and where something was found'),
    maps.length > 1 ? switcher : undefined,
    stage,
  );
}

/** In rem. */
const tallest = 34;
const shownTypes = ['heatmap', 'confidence_map'];

function comparisonOf(map, original) {
  const above = element('img', { className: 'above', src: map.url, alt: map.legend });
  const below = element('img', { className: 'below', alt: 'The picture as it is' });
  const pair = element('div', { className: 'pair' }, below, above);
  const slider = element('input', {
    type: 'range',
    min: 0,
    max: 100,
    value: 50,
    'aria-label': 'How much of the picture is shown beside the map',
  });
  const place = () => pair.style.setProperty('--shown', `${slider.value}%`);
  slider.addEventListener('input', place);
  place();
  pair.style.aspectRatio = `${map.width} / ${map.height}`;
  pair.style.maxWidth = `${String((tallest * map.width) / map.height)}rem`;
  slideByPointer(pair, slider, place);
  below.addEventListener('load', () => {
    const difference = Math.abs((below.naturalWidth * map.height) / (below.naturalHeight * map.width) - 1);
    if (difference > sameShapeWithin) standAlone();
  });
  const standAlone = () => {
    below.remove();
    slider.parentElement?.remove();
    pair.style.setProperty('--shown', '0%');
  };
  void showOriginal(below, original, standAlone);
  const scale = element('div', { className: 'scale small soft' }, 'Picture', slider, 'Map');
  return element('figure', {}, pair, scale, element('figcaption', { className: 'small soft' }, map.legend));
}

/** Not every browser can show every type; the small picture of the file serves then. */
async function showOriginal(picture, file, giveUp) {
  const thumbnail = file.thumbnail ? `/v2/files/${file.id}/thumbnail` : undefined;
  picture.addEventListener('error', () => {
    if (thumbnail === undefined || picture.src.endsWith('/thumbnail')) giveUp();
    else picture.src = thumbnail;
  });
  try {
    picture.src = (await call('GET', `/v2/files/${file.id}/presigned-url`)).url;
  } catch {
    giveUp();
  }
}

function slideByPointer(pair, slider, place) {
  const follow = ({ clientX, buttons }) => {
    if (buttons === 0) return;
    const { left, width } = pair.getBoundingClientRect();
    slider.value = String((100 * (clientX - left)) / width);
    place();
  };
  pair.addEventListener('pointerdown', follow);
  pair.addEventListener('pointermove', follow);
}
