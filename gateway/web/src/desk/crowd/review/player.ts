import type { MarkedRegion } from '../../../shared/api/api-types.ts';
import { button, element } from '../../../shared/dom.ts';
import { formatPosition } from '../parts/texts.ts';
import { createOpenLink } from './open-link.ts';
import { createOverlay, hasArea } from './overlay.ts';
import type { NumberedRegion } from './overlay.ts';

/** Creates an audio or video with its controls, the regions of the current moment, and a list of periods that can be played. */
export function createPlayer(
  kind: 'audio' | 'video',
  url: string,
  regions: readonly MarkedRegion[],
): HTMLElement {
  const numbered = regions.map((region, index) => ({ number: index + 1, region }));
  const media = element(kind, {
    controls: true,
    preload: 'metadata',
    'aria-label': `The ${kind} of the task`,
  });
  const frame = element('div', { className: 'marked-frame' }, media);
  let endSeconds = Infinity;
  let overlay: HTMLElement | undefined;
  const showMoment = (): void => {
    if (media.currentTime >= endSeconds) {
      media.pause();
      endSeconds = Infinity;
    }
    const current = numbered.filter((one) => hasArea(one) && isAt(one, media.currentTime));
    overlay?.remove();
    overlay = createOverlay(current);
    frame.append(overlay);
  };
  media.addEventListener('timeupdate', showMoment);
  media.addEventListener('loadedmetadata', showMoment);
  media.addEventListener('error', () => {
    frame.replaceChildren(
      element(
        'div',
        { className: 'stack' },
        element('p', {}, `This browser cannot play the ${kind}.`),
        createOpenLink(url),
      ),
    );
  });
  media.src = url;
  const play = ({ startSeconds, endSeconds: end }: MarkedRegion): void => {
    endSeconds = end ?? Infinity;
    media.currentTime = startSeconds ?? 0;
    // Browsers may refuse to play; the position is right then.
    media.play().catch(() => undefined);
  };
  const items = numbered.map((one) => createPeriod(one, play));
  return element(
    'div',
    { className: 'stack' },
    frame,
    items.length === 0 ? undefined : element('ul', { className: 'periods' }, ...items),
  );
}

function isAt({ region: { startSeconds, endSeconds } }: NumberedRegion, seconds: number): boolean {
  return seconds >= (startSeconds ?? 0) && seconds <= (endSeconds ?? Infinity);
}

function createPeriod({ number, region }: NumberedRegion, play: (region: MarkedRegion) => void): HTMLElement {
  const { startSeconds, endSeconds, note } = region;
  const period =
    startSeconds === null
      ? 'the whole time'
      : `${formatPosition(startSeconds)} – ${endSeconds === null ? 'end' : formatPosition(endSeconds)}`;
  return element(
    'li',
    {},
    button(`Play ${number}: ${period}`, () => play(region), { kind: 'slim' }),
    note === null || note === '' ? undefined : element('bdi', { className: 'small' }, note),
  );
}
