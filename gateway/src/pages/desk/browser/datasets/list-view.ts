/** The list of the datasets of an organization, and the creation of a new one. */

import { button, element } from '../dom.ts';
import { formatTime } from '../formats.ts';
import { formatAddress } from './address.ts';
import { listDatasets } from './dataset-api.ts';
import { attempt } from './dataset-errors.ts';
import { createDatasetForm } from './dataset-form.ts';
import { startUpload } from './uploads/dataset-upload.ts';
import type { Dataset } from './dataset-types.ts';
import { createDropZone } from './uploads/drop-zone.ts';
import type { DroppedFiles } from './uploads/read-drop.ts';
import { modalities } from './texts.ts';
import type { View } from './view.ts';

export const showList: View = async (section, { mayWrite }) => {
  const first = await listDatasets('');
  const list = element('ul', { className: 'runs datasets' }, ...first.datasets.map(createItem));
  const none = element('p', { className: 'soft' }, 'This organization has no datasets yet.');
  const history = element(
    'section',
    { className: 'sheet', 'aria-labelledby': 'datasets-list-title' },
    element('h2', { id: 'datasets-list-title' }, 'All datasets'),
    first.datasets.length === 0 ? none : list,
    createMore(list, first.nextCursor),
  );
  section.replaceChildren(
    element('div', { className: 'heading' }, element('h1', { tabIndex: -1 }, 'Datasets')),
    mayWrite ? createIntake() : createViewerNote(),
    history,
  );
};

function createIntake(): HTMLElement {
  const place = element('div', {});
  const openForm = (dropped: DroppedFiles): void => {
    const form = createDatasetForm({
      dropped,
      onCreate(dataset) {
        if (dropped.files.length > 0) startUpload(dataset, dropped.files);
        location.hash = formatAddress({ datasetId: dataset.id });
      },
      onCancel: showZone,
    });
    place.replaceChildren(form);
    form.querySelector('input')?.focus();
  };
  const create = button('New empty dataset', () => openForm({ files: [] }), { kind: '' });
  const zone = createDropZone({
    title: 'Drop a folder here to create a dataset',
    note: 'A dataset keeps versions of its files. Cleaning never changes the files that you upload.',
    onFiles: openForm,
  });
  zone.querySelector('.row')?.append(create);
  function showZone(): void {
    place.replaceChildren(zone);
    create.focus();
  }
  place.append(zone);
  return place;
}

function createViewerNote(): HTMLElement {
  return element(
    'p',
    { className: 'notice' },
    'Your role in this organization is viewer: you can read datasets. To create datasets and start jobs, ask an admin of the organization for the role “user”.',
  );
}

function createItem({ id, name, modality, createdAt, internalId }: Dataset): HTMLElement {
  return element(
    'li',
    {},
    element(
      'span',
      {},
      element(
        'a',
        { href: formatAddress({ datasetId: id }), className: 'item-link' },
        element('bdi', {}, name),
      ),
      element('span', { className: 'soft small block' }, internalId),
    ),
    element('span', { className: 'soft small' }, modalities[modality]),
    element('time', { className: 'soft small', dateTime: createdAt }, formatTime(createdAt)),
  );
}

/** Returns a button that adds the next page to the list; undefined on the last page. */
function createMore(list: HTMLElement, cursor: string | null): HTMLElement | undefined {
  if (cursor === null) return undefined;
  let nextCursor: string | null = cursor;
  const load = async (): Promise<void> => {
    const page = await listDatasets(nextCursor ?? '');
    const items = page.datasets.map(createItem);
    list.append(...items);
    ({ nextCursor } = page);
    more.hidden = nextCursor === null;
    items[0]?.querySelector('a')?.focus();
  };
  const more = button('Show more', () => attempt(load), { kind: 'slim' });
  return more;
}
