/** A version: the progress of its job, the effect of the job, issues, differences, files and export. */

import { identifyVersion } from '../parts/dataset-api.ts';
import { api } from '../../parts/api.ts';
import type {
  CleaningPipeline,
  Dataset,
  DatasetVersion,
  DatasetVersionPage,
} from '../../../shared/api/api-types.ts';
import { announce, button, element } from '../../../shared/dom.ts';
import { formatSize, formatTime } from '../../parts/formats.ts';
import { formatAddress } from '../parts/address.ts';
import { confirmDeletion } from '../../parts/confirm.ts';
import { createCopyToProject } from '../copies/copy-to-project.ts';
import { attempt, showProblem } from '../parts/dataset-errors.ts';
import { createDiff } from './diff-section.ts';
import { createEffects } from './effects-section.ts';
import { createExport } from './export-section.ts';
import { createFiles, filesPerPage } from './files-section.ts';
import { createIssues } from './issues-section.ts';
import { createJobForm } from './job-form.ts';
import { createJobProgress } from '../parts/job-progress.ts';
import { createPoll } from '../../parts/poll.ts';
import { countFiles, isRunning, nameVersion, states, toneClass } from '../parts/texts.ts';
import type { View } from '../view.ts';

interface Shown {
  readonly dataset: Dataset;
  readonly version: DatasetVersionPage;
  readonly versions: readonly DatasetVersion[];
  readonly pipelines: readonly CleaningPipeline[];
  readonly mayWrite: boolean;
  /** Reads the version again. */
  readonly refresh: () => void;
}

export const showVersion: View = async (section, { datasetId = '', versionId = '', mayWrite, onLeave }) => {
  const [dataset, pipelines] = await Promise.all([
    api.getDataset({ datasetId }),
    api.listCleaningPipelines(),
  ]);
  const refresh = (): void => void poll.refresh();
  const about = element('div', { className: 'stack' });
  const title = element('h1', { tabIndex: -1 });
  const body = element('div', { className: 'page' });
  let shownState = '';
  const poll = createPoll({
    async read() {
      const name = { datasetId, id: versionId };
      const [version, versions] = await Promise.all([
        api.getDatasetVersion({ ...identifyVersion(name), page: 1, limit: filesPerPage }),
        api.listDatasetVersions({ datasetId }),
      ]);
      const shown: Shown = { dataset, version, versions, pipelines, mayWrite, refresh };
      const isSame = shownState === version.state && !isRunning(version);
      return { ...shown, parts: isSame ? undefined : await createParts(shown) };
    },
    onChange({ parts, ...shown }) {
      const { version, versions } = shown;
      const name = nameVersion(version, versions);
      title.replaceChildren(element('bdi', {}, name));
      about.replaceChildren(...createAbout(shown));
      if (parts !== undefined) body.replaceChildren(...parts);
      if (shownState !== '' && shownState !== version.state) announce(`${name}: ${states[version.state]}`);
      shownState = version.state;
    },
    isRunning: ({ version }) => isRunning(version),
    showProblem,
  });
  onLeave(() => poll.stop());
  const remove = async (): Promise<void> => {
    const effect = 'Files that other versions have stay there. A job that creates it ends.';
    if (!(await confirmDeletion(`Delete “${title.textContent}”?`, effect))) return;
    await api.deleteDatasetVersion({ datasetId, versionId });
    location.hash = formatAddress({ datasetId });
    announce('The version is deleted.');
  };
  const isRaw = versionId === dataset.rawVersionId;
  const deletion = button('Delete version', () => attempt(remove), { kind: 'slim' });
  section.replaceChildren(
    element(
      'div',
      { className: 'stack' },
      createTrail(dataset),
      element('div', { className: 'heading' }, title, mayWrite && !isRaw ? deletion : undefined),
      about,
    ),
    body,
  );
  await poll.refresh();
};

function createTrail({ id, name }: Dataset): HTMLElement {
  return element(
    'nav',
    { className: 'trail', 'aria-label': 'Path' },
    element('a', { href: formatAddress() }, 'All datasets'),
    element('span', { className: 'soft', 'aria-hidden': 'true' }, '/'),
    element('a', { href: formatAddress({ datasetId: id }) }, element('bdi', {}, name)),
  );
}

function createAbout({ version, versions, pipelines }: Shown): readonly HTMLElement[] {
  const { fileCount, sizeBytes, createdAt, cleaningPipelineSlug, parentVersionId, datasetId } = version;
  const parent = versions.find(({ id }) => id === parentVersionId);
  const pipeline = pipelines.find(({ slug }) => slug === cleaningPipelineSlug);
  const content = fileCount === 0 ? [] : [countFiles(fileCount), formatSize(sizeBytes)];
  const facts = [...content, pipeline?.name ?? cleaningPipelineSlug, formatTime(createdAt)].filter(
    (fact) => fact !== null,
  );
  const source =
    parent === undefined
      ? undefined
      : element(
          'p',
          { className: 'soft' },
          'Derived from ',
          element(
            'a',
            { href: formatAddress({ datasetId, versionId: parent.id }) },
            nameVersion(parent, versions),
          ),
        );
  return [
    element('span', { className: `chip ${toneClass(version)}` }, states[version.state]),
    element('p', { className: 'soft' }, facts.join(' · ')),
    ...(source === undefined ? [] : [source]),
  ];
}

async function createParts(shown: Shown): Promise<readonly HTMLElement[]> {
  const { dataset, version, versions, pipelines, mayWrite, refresh } = shown;
  const name = nameVersion(version, versions);
  if (isRunning(version)) {
    return [element('div', { className: 'sheet' }, createJobProgress(version, name))];
  }
  if (version.state === 'failed') {
    return [element('p', { className: 'notice bad' }, version.error ?? 'The job failed.')];
  }
  const [effects, issues, diff] = await Promise.all([
    createEffects(version),
    createIssues(version, versions),
    createDiff(version, versions),
  ]);
  const onStart = (created: DatasetVersion): void => {
    location.hash = formatAddress({ datasetId: dataset.id, versionId: created.id });
  };
  const canStart = mayWrite && version.fileCount > 0 && version.state !== 'cleaned_and_enriched';
  const parts = [
    effects,
    canStart ? createJobForm({ dataset, version, pipelines, onStart }) : undefined,
    issues,
    diff,
    createFiles(version, { mayWrite, onRemove: refresh }),
    mayWrite && version.fileCount > 0 ? createCopyToProject(version) : undefined,
    createExport(dataset, version),
  ];
  return parts.filter((part) => part !== undefined);
}
