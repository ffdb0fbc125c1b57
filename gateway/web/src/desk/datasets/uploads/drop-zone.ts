import { announce, button, element } from '../../../shared/dom.ts';
import { attempt } from '../parts/dataset-errors.ts';
import { readDrop, readInput } from './read-drop.ts';
import type { DroppedFiles } from './read-drop.ts';

type Receive = (dropped: DroppedFiles) => void;

interface DropZoneOptions {
  readonly title: string;
  readonly note: string;
  readonly onFiles: Receive;
}

/** The zone that is shown takes files that are dropped anywhere on the page. */
let current: { readonly zone: HTMLElement; readonly onFiles: Receive } | undefined;

addEventListener('dragover', () => current?.zone.classList.add('over'));
addEventListener('dragleave', ({ relatedTarget }) =>
  current?.zone.classList.toggle('over', relatedTarget !== null),
);
addEventListener('drop', (event) => {
  const shown = current;
  shown?.zone.classList.remove('over');
  if (shown === undefined || event.dataTransfer === null || !shown.zone.checkVisibility()) return;
  event.preventDefault();
  const reading = readDrop(event.dataTransfer);
  attempt(async () => shown.onFiles(await reading));
});

/** Creates a zone for files and folders that are dropped or chosen. It replaces the previous one. */
export function createDropZone({ title, note, onFiles }: DropZoneOptions): HTMLElement {
  const text = element('p', { className: 'soft small' }, note);
  const receive: Receive = (dropped) => {
    if (dropped.files.length > 0) {
      onFiles(dropped);
      return;
    }
    text.textContent = 'There are no files in it. Choose another folder.';
    announce(text.textContent);
  };
  const createChooser = (name: string, kind: string, attributes: Readonly<Record<string, boolean>>) => {
    const input = element('input', { type: 'file', hidden: true, multiple: true, ...attributes });
    input.addEventListener('change', () => {
      const chosen = readInput(input);
      input.value = '';
      receive(chosen);
    });
    return [button(name, () => input.click(), { kind }), input];
  };
  const zone = element(
    'div',
    { className: 'drop' },
    element('h2', {}, title),
    element(
      'div',
      { className: 'row' },
      ...createChooser('Choose folder', 'main', { webkitdirectory: true }),
      ...createChooser('Choose files', '', {}),
    ),
    text,
  );
  current = { zone, onFiles: receive };
  return zone;
}
