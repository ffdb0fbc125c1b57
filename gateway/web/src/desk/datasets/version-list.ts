import type { Dataset, DatasetVersion } from '../../shared/api/api-types.ts';
import { element } from '../../shared/dom.ts';
import { formatSize, formatTime } from '../parts/formats.ts';
import { formatAddress } from './parts/address.ts';
import { createJobProgress } from './parts/job-progress.ts';
import { countFiles, isRunning, nameVersion, states, sumReasons, toneClass } from './parts/texts.ts';

export interface VersionList {
  readonly node: HTMLElement;
  show(versions: readonly DatasetVersion[]): void;
}

/** Creates the list of the versions of a dataset, newest first. Items that have not changed keep their elements, and so the focus. */
export function createVersionList({ id: datasetId }: Dataset): VersionList {
  const node = element('ul', { className: 'runs versions' });
  const items = new Map<string, { readonly text: string; readonly item: HTMLElement }>();
  return {
    node,
    show(versions) {
      const shown = versions.toReversed().map((version) => {
        const text = JSON.stringify(version);
        const known = items.get(version.id);
        if (known?.text === text) return known.item;
        const item = createItem(version, nameVersion(version, versions), datasetId);
        items.set(version.id, { text, item });
        return item;
      });
      const focused = document.activeElement;
      const href = focused instanceof HTMLAnchorElement && node.contains(focused) ? focused.hash : undefined;
      node.replaceChildren(...shown);
      if (href !== undefined) node.querySelector<HTMLElement>(`a[href="${href}"]`)?.focus();
    },
  };
}

function createItem(version: DatasetVersion, name: string, datasetId: string): HTMLElement {
  const address = formatAddress({ datasetId, versionId: version.id });
  return element(
    'li',
    {},
    element(
      'span',
      {},
      element('a', { href: address, className: 'item-link' }, element('bdi', {}, name)),
      element('span', { className: 'soft small block' }, describeContent(version)),
    ),
    element('span', { className: `chip ${toneClass(version)}` }, states[version.state]),
    element('time', { className: 'soft small', dateTime: version.createdAt }, formatTime(version.createdAt)),
    isRunning(version) ? createJobProgress(version, name) : undefined,
    version.error === null ? undefined : element('p', { className: 'wide refused' }, version.error),
  );
}

function describeContent(version: DatasetVersion): string {
  const { fileCount, sizeBytes, counts, cleaningPipelineSlug } = version;
  if (isRunning(version) || version.state === 'failed') return cleaningPipelineSlug ?? 'Metadata';
  const size = fileCount === 0 ? '' : `, ${formatSize(sizeBytes)}`;
  const effect = counts === null ? [] : [`${counts.changed} changed, ${sumReasons(counts.removed)} removed`];
  return [`${countFiles(fileCount)}${size}`, ...effect].join(' · ');
}
