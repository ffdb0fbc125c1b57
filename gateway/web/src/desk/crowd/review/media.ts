import { api, readFileUrl } from '../../parts/api.ts';
import type { MarkedRegion } from '../../../shared/api/api-types.ts';
import type { StoredFile } from '../../parts/api-types.ts';
import { element } from '../../../shared/dom.ts';
import { createMarkedImage } from './marked-image.ts';
import { createOpenLink } from './open-link.ts';
import { createPlayer } from './player.ts';

/** Creates the files of a task with the regions and periods that a worker marked. */
export function createMedia(fileIds: readonly string[], regions: readonly MarkedRegion[]): HTMLElement {
  const frames = fileIds.map((fileId) => {
    const frame = element('div', { className: 'stack' }, element('p', { className: 'soft' }, 'Loading …'));
    // A period of the only file has no file id.
    const own = regions.filter((region) => region.fileId === fileId || region.fileId === null);
    void fill(frame, fileId, own);
    return frame;
  });
  const none = element('p', { className: 'soft' }, 'This task has no file.');
  return element('div', { className: 'stack' }, ...(frames.length === 0 ? [none] : frames));
}

async function fill(frame: HTMLElement, fileId: string, regions: readonly MarkedRegion[]): Promise<void> {
  try {
    const [file, url] = await Promise.all([api.getFile({ fileId }), readFileUrl(fileId)]);
    frame.replaceChildren(
      createViewer(file, url, regions),
      element('p', { className: 'soft small' }, element('bdi', {}, file.name)),
    );
  } catch {
    frame.replaceChildren(
      element('p', { className: 'notice' }, 'The file is deleted, or cannot be read now.'),
    );
  }
}

function createViewer(file: StoredFile, url: string, regions: readonly MarkedRegion[]): HTMLElement {
  const [kind] = file.mimeType.split('/');
  if (kind === 'image') return createMarkedImage(file, url, regions);
  if (kind === 'video' || kind === 'audio') return createPlayer(kind, url, regions);
  return createOpenLink(url);
}
