/** The first step of a new job: the files of the project that become tasks. */

import { api } from '../../parts/api.ts';
import { showImage } from '../../datasets/versions/file-card.ts';
import type { StoredFile } from '../../parts/api-types.ts';
import { countFiles } from '../../datasets/parts/texts.ts';
import { loadWhenSeen } from '../../datasets/parts/when-seen.ts';
import { button, element } from '../../../shared/dom.ts';
import { formatSize } from '../../parts/formats.ts';
import { attempt } from '../parts/crowd-errors.ts';
import type { MediaKind } from './built-in-surveys.ts';

const pageSize = 60;
/** The maximum of the API. */
const maxFiles = 1_000;

export interface FileChoice {
  readonly node: HTMLElement;
  read(): readonly StoredFile[];
  /** Returns the reason why the choice is not complete. */
  findFault(): string | undefined;
}

export async function createFileChoice(projectId: string): Promise<FileChoice> {
  const chosen = new Map<string, StoredFile>();
  const list = element('ul', { className: 'cards' });
  const count = element('p', { className: 'soft', role: 'status' });
  let offset = 0;
  let total = 0;
  const showCount = (): void => {
    count.textContent = `${countFiles(chosen.size)} chosen.`;
  };
  const toggle = (file: StoredFile, isChosen: boolean): void => {
    if (isChosen) chosen.set(file.id, file);
    else chosen.delete(file.id);
    showCount();
  };
  const load = async (): Promise<void> => {
    const page = await listFiles(projectId, offset);
    offset += pageSize;
    total = page.total;
    const media = page.data.filter(({ mimeType }) => readKind(mimeType) !== undefined);
    list.append(...media.map((file) => createCard(file, toggle)));
    more.hidden = offset >= total;
    selectAll.hidden = list.children.length === 0;
  };
  const more = button('Show more', () => attempt(load), { kind: 'slim' });
  const selectAll = button(
    'Choose all shown',
    () => {
      for (const box of list.querySelectorAll('input')) if (!box.checked) box.click();
    },
    { kind: 'slim' },
  );
  await load();
  showCount();
  const none = 'This project has no images, audio or videos yet. Upload them on the page ';
  const node =
    list.children.length === 0 && offset >= total
      ? element('p', { className: 'soft' }, none, element('a', { href: '#cases' }, 'Cases'), '.')
      : element(
          'div',
          { className: 'stack' },
          element('p', { className: 'soft' }, 'Each image, audio or video becomes a task.'),
          list,
          element('div', { className: 'row' }, selectAll, more),
          count,
        );
  return {
    node,
    read: () => [...chosen.values()],
    findFault() {
      if (chosen.size === 0) return 'Choose at least one file.';
      return chosen.size > maxFiles ? `Choose at most ${maxFiles} files.` : undefined;
    },
  };
}

export function readKind(mimeType: string): MediaKind | undefined {
  const [kind] = mimeType.split('/');
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : undefined;
}

/** Lists the kinds of files, each once. */
export function listKinds(files: readonly StoredFile[]): readonly MediaKind[] {
  const kinds = files.map(({ mimeType }) => readKind(mimeType)).filter((kind) => kind !== undefined);
  return [...new Set(kinds)].sort();
}

function createCard(file: StoredFile, toggle: (file: StoredFile, isChosen: boolean) => void): HTMLElement {
  const box = element('input', { type: 'checkbox' });
  box.addEventListener('change', () => toggle(file, box.checked));
  const frame = element('span', { className: 'thumb' });
  const card = element(
    'li',
    {},
    element(
      'label',
      { className: 'file-choice' },
      frame,
      element('span', { className: 'check' }, box, element('bdi', {}, file.name)),
      element('span', { className: 'small' }, formatSize(file.size)),
    ),
  );
  loadWhenSeen(card, () => showImage(frame, file));
  return card;
}

const listFiles = (projectId: string, offset: number) =>
  api.listFiles({ projectId, limit: pageSize, offset });
