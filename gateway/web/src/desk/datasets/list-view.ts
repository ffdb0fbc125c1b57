/** The list of the datasets of an organization, and the creation of a new one. */

import type { Dataset } from '../../shared/api/api-types.ts';
import { button, element } from '../../shared/dom.ts';
import { formatTime } from '../parts/formats.ts';
import { formatAddress } from './parts/address.ts';
import { api } from '../parts/api.ts';
import { listDatasets } from './parts/dataset-api.ts';
import { attempt, showProblem } from './parts/dataset-errors.ts';
import { createDatasetForm } from './dataset-form.ts';
import { startUpload } from './uploads/dataset-upload.ts';
import { createDropZone } from './uploads/drop-zone.ts';
import type { DroppedFiles } from './uploads/read-drop.ts';
import { createPoll } from '../parts/poll.ts';
import { isRunning, modalities, nameVersion, states, toneClass } from './parts/texts.ts';
import type { View, ViewContext } from './view.ts';
import { loadWhenSeen } from './parts/when-seen.ts';

export const showList: View = async (section, { mayWrite, onLeave }) => {
  const first = await listDatasets('');
  const list = element(
    'ul',
    { className: 'runs datasets' },
    ...first.datasets.map((dataset) => createItem(dataset, onLeave)),
  );
  const none = element('p', { className: 'soft' }, 'This organization has no datasets yet.');
  const history = element(
    'section',
    { className: 'sheet', 'aria-labelledby': 'datasets-list-title' },
    element('h2', { id: 'datasets-list-title' }, 'All datasets'),
    first.datasets.length === 0 ? none : list,
    createMore(list, first.nextCursor, onLeave),
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

type OnLeave = ViewContext['onLeave'];

/** Creates the item of a dataset. It reads the newest version when the person scrolls to it, and again while a job runs. */
function createItem({ id, name, modality, createdAt, internalId }: Dataset, onLeave: OnLeave): HTMLElement {
  const newest = element('span', {});
  const chip = element('span', { className: 'chip', hidden: true });
  const item = element(
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
      element('span', { className: 'soft small block' }, `${modalities[modality]} · ${internalId}`, newest),
    ),
    chip,
    element('time', { className: 'soft small', dateTime: createdAt }, formatTime(createdAt)),
  );
  const poll = createPoll({
    read: () => api.listDatasetVersions({ datasetId: id }),
    onChange(versions) {
      const version = versions.at(-1);
      if (version === undefined) return;
      newest.replaceChildren(' · ', element('bdi', {}, nameVersion(version, versions)));
      chip.className = `chip ${toneClass(version)}`;
      chip.textContent = states[version.state];
      chip.hidden = false;
    },
    isRunning: (versions) => versions.some(isRunning),
    showProblem,
  });
  onLeave(() => poll.stop());
  loadWhenSeen(item, () => poll.refresh());
  return item;
}

/** Returns a button that adds the next page to the list; undefined on the last page. */
function createMore(list: HTMLElement, cursor: string | null, onLeave: OnLeave): HTMLElement | undefined {
  if (cursor === null) return undefined;
  let nextCursor: string | null = cursor;
  const load = async (): Promise<void> => {
    const page = await listDatasets(nextCursor ?? '');
    const items = page.datasets.map((dataset) => createItem(dataset, onLeave));
    list.append(...items);
    ({ nextCursor } = page);
    more.hidden = nextCursor === null;
    items[0]?.querySelector('a')?.focus();
  };
  const more = button('Show more', () => attempt(load), { kind: 'slim' });
  return more;
}
