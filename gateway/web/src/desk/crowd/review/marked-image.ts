import type { MarkedRegion } from '../../../shared/api/api-types.ts';
import type { StoredFile } from '../../parts/api-types.ts';
import { button, element } from '../../../shared/dom.ts';
import { createOpenLink } from './open-link.ts';
import { createOverlay, describeRegion, hasArea } from './overlay.ts';

/** Creates an image with the regions drawn over it, and their list. */
export function createMarkedImage(
  file: StoredFile,
  url: string,
  regions: readonly MarkedRegion[],
): HTMLElement {
  const numbered = regions.map((region, index) => ({ number: index + 1, region })).filter(hasArea);
  const image = element('img', { alt: file.name, decoding: 'async' });
  const overlay = createOverlay(numbered);
  const frame = element('div', { className: 'marked-frame' }, image, overlay);
  image.addEventListener('error', () => {
    const hasThumbnail = file.thumbnail !== null;
    if (hasThumbnail && !image.src.endsWith('/thumbnail')) image.src = `/v2/files/${file.id}/thumbnail`;
    else
      frame.replaceWith(
        element(
          'div',
          { className: 'stack' },
          element('p', {}, 'This browser cannot show the image.'),
          createOpenLink(url),
        ),
      );
  });
  image.src = url;
  if (numbered.length === 0) return frame;
  const toggle = button(
    'Hide the regions',
    () => {
      overlay.hidden = !overlay.hidden;
      toggle.textContent = overlay.hidden ? 'Show the regions' : 'Hide the regions';
    },
    { kind: 'slim' },
  );
  return element(
    'div',
    { className: 'stack' },
    frame,
    element(
      'ul',
      { className: 'plain-list small' },
      ...numbered.map((one) => element('li', {}, describeRegion(one))),
    ),
    toggle,
  );
}
