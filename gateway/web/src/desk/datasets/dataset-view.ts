/** A dataset: its versions, and the upload of files into the raw version. */

import { api } from '../parts/api.ts';
import type { Dataset, DatasetVersion } from '../../shared/api/api-types.ts';
import { announce, button, element } from '../../shared/dom.ts';
import { formatTime } from '../parts/formats.ts';
import { formatAddress } from './parts/address.ts';
import { confirmDeletion } from '../parts/confirm.ts';
import { createCopyFromProject } from './copies/copy-from-project.ts';
import { attempt, showProblem } from './parts/dataset-errors.ts';
import { findUpload, startUpload } from './uploads/dataset-upload.ts';
import { createDropZone } from './uploads/drop-zone.ts';
import { createPoll } from '../parts/poll.ts';
import type { Poll } from '../parts/poll.ts';
import { requestName } from './rename.ts';
import { isRunning, modalities, nameVersion, states } from './parts/texts.ts';
import { createUploadPanel } from './uploads/upload-panel.ts';
import { createVersionList } from './version-list.ts';
import type { View } from './view.ts';

export const showDataset: View = async (section, { datasetId = '', mayWrite, onLeave }) => {
  const dataset = await api.getDataset({ datasetId });
  const list = createVersionList(dataset);
  const announceChanges = createAnnouncer();
  const poll = createPoll({
    read: () => api.listDatasetVersions({ datasetId }),
    onChange(versions) {
      list.show(versions);
      announceChanges(versions);
    },
    isRunning: (versions) => versions.some(isRunning),
    showProblem,
  });
  onLeave(() => poll.stop());
  section.replaceChildren(
    createHeading(dataset, mayWrite),
    ...(mayWrite
      ? [createIntake(dataset, poll, onLeave), createCopyFromProject(dataset, () => void poll.refresh())]
      : []),
    element(
      'section',
      { className: 'sheet', 'aria-labelledby': 'versions-title' },
      element('h2', { id: 'versions-title' }, 'Versions'),
      list.node,
    ),
  );
  await poll.refresh();
};

function createHeading(dataset: Dataset, mayWrite: boolean): HTMLElement {
  const { id, internalId, modality, createdAt } = dataset;
  let { name } = dataset;
  const shownName = element('bdi', {}, name);
  const rename = async (): Promise<void> => {
    const requested = await requestName(name);
    if (requested === undefined) return;
    ({ name } = await api.updateDataset({ datasetId: id, body: { name: requested } }));
    shownName.textContent = name;
    document.title = `${name} · Assay`;
    announce(`The dataset is now called ${name}.`);
  };
  const remove = async (): Promise<void> => {
    const question = `Delete the dataset “${name}”?`;
    const effect = 'All its versions and files are deleted. Running jobs end. This cannot be undone.';
    if (!(await confirmDeletion(question, effect))) return;
    await api.deleteDataset({ datasetId: id });
    location.hash = formatAddress();
    announce(`The dataset ${name} is deleted.`);
  };
  return element(
    'div',
    { className: 'stack' },
    element(
      'nav',
      { className: 'trail', 'aria-label': 'Path' },
      element('a', { href: formatAddress() }, 'All datasets'),
    ),
    element(
      'div',
      { className: 'heading' },
      element('h1', { tabIndex: -1 }, shownName),
      ...(mayWrite
        ? [
            button('Rename', () => attempt(rename), { kind: 'slim' }),
            button('Delete dataset', () => attempt(remove), { kind: 'slim' }),
          ]
        : []),
    ),
    element('p', { className: 'soft' }, `${modalities[modality]} · ${internalId} · ${formatTime(createdAt)}`),
  );
}

/** Creates the zone for more files, and the panel of the upload of this visit. */
function createIntake(dataset: Dataset, poll: Poll, onLeave: (stop: () => void) => void): HTMLElement {
  const place = element('div', { className: 'page' });
  const showUpload = (): void => {
    const upload = findUpload(dataset.id);
    place.replaceChildren();
    if (upload?.status !== 'running') place.append(zone);
    if (upload === undefined) return;
    const onEnd = (): void => {
      if (!zone.isConnected) place.prepend(zone);
      void poll.refresh();
    };
    place.append(createUploadPanel(upload, onEnd));
  };
  const zone = createDropZone({
    title: 'Drop files or a folder here',
    note: 'They go to the raw version. Versions that exist already do not change.',
    onFiles({ files }) {
      if (files.length === 0 || findUpload(dataset.id)?.status === 'running') return;
      startUpload(dataset, files);
      showUpload();
    },
  });
  showUpload();
  onLeave(() => {
    const upload = findUpload(dataset.id);
    if (upload !== undefined) upload.onChange = undefined;
  });
  return place;
}

/** Returns a function that announces the versions whose state has changed since its last call. */
function createAnnouncer(): (versions: readonly DatasetVersion[]) => void {
  const known = new Map<string, string>();
  return (versions) => {
    for (const version of versions) {
      const { id, state } = version;
      const before = known.get(id);
      if (before !== undefined && before !== state)
        announce(`${nameVersion(version, versions)}: ${states[state]}`);
      known.set(id, state);
    }
  };
}
