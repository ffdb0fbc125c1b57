import { api, readFileUrl } from '../../parts/api.ts';
import { element } from '../../../shared/dom.ts';
import { formatSize } from '../../parts/formats.ts';
import type { StoredFile } from '../../parts/api-types.ts';
import { nameType } from '../parts/texts.ts';
import { loadWhenSeen } from '../parts/when-seen.ts';

/** Creates a card with the image and the name of a file, and a text such as `Kept`. */
export function createFileCard(fileId: string, note: string | undefined): HTMLElement {
  const frame = element('div', { className: 'thumb' });
  const name = element('bdi', { className: 'soft' }, 'Loading …');
  const size = element('span', { className: 'soft small block' });
  const chip =
    note === undefined ? undefined : element('span', { className: `chip ${chipTone(note)}` }, note);
  const card = element('li', { className: 'card' }, frame, element('span', {}, name, size), chip);
  loadWhenSeen(card, async () => {
    try {
      const file = await api.getFile({ fileId });
      name.textContent = file.name;
      name.className = '';
      size.textContent = formatSize(file.size);
      await showImage(frame, file);
    } catch {
      name.textContent = name.className === '' ? name.textContent : 'The file is deleted.';
      showType(frame, '');
    }
  });
  return card;
}

const chipTone = (note: string): string => (note === 'Kept' ? 'tone-authentic' : 'tone-failed');

/** Shows the image, or its thumbnail when the browser cannot decode the image, or else its type. */
export async function showImage(frame: HTMLElement, file: StoredFile): Promise<void> {
  const type = nameType(file.mimeType);
  if (!file.mimeType.startsWith('image/')) {
    showType(frame, type);
    return;
  }
  const image = element('img', { alt: '', decoding: 'async' });
  const hasThumbnail = file.thumbnail !== null;
  image.addEventListener('error', () => {
    if (!hasThumbnail || image.src.endsWith('/thumbnail')) showType(frame, type);
    else image.src = `/v2/files/${file.id}/thumbnail`;
  });
  image.src = await readFileUrl(file.id);
  frame.replaceChildren(image);
}

function showType(frame: HTMLElement, type: string): void {
  frame.replaceChildren(element('span', { className: 'soft small' }, type));
}
