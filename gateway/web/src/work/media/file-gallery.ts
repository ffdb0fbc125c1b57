import type { WorkFile } from '../../shared/api/api-types.ts';
import { element } from '../../shared/dom.ts';
import { say } from '../parts/language.ts';
import type { TaskContext } from '../questions/field.ts';
import { findKind, loadMedia } from './load-media.ts';
import { createOverlays } from './overlays.ts';

/** Shows the files of a task. Formats without a viewer in browsers are links. */
export function createGallery(task: TaskContext): HTMLElement | undefined {
  const { files } = task;
  if (files.length === 0) return undefined;
  const title = element('h2', { id: 'files-title' }, say('files'));
  const gallery = element(
    'section',
    { className: 'card files' },
    title,
    ...files.map((file, index) => showFile(file, index, task)),
  );
  gallery.setAttribute('aria-labelledby', 'files-title');
  return gallery;
}

function showFile(file: WorkFile, index: number, task: TaskContext): HTMLElement {
  const name = say('file', { number: index + 1 });
  const link = element(
    'a',
    { href: file.url, target: '_blank', rel: 'noopener noreferrer' },
    say('openFile', { file: name }),
  );
  const kind = findKind(file);
  if (kind === 'other') return element('p', {}, link);
  const { media, failure } = loadMedia(file, name, task);
  if (media instanceof HTMLMediaElement) media.controls = true;
  const caption = element('figcaption', { className: 'small' }, kind === 'image' ? link : name);
  if (kind !== 'image') return element('figure', { className: kind }, media, failure, caption);
  const { frame, nodes } = createOverlays(media, file, task);
  return element('figure', { className: kind }, frame, failure, ...nodes, caption);
}
