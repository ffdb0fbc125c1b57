import { identifyVersion } from '../parts/dataset-api.ts';
import { api } from '../../parts/api.ts';
import type { DatasetVersion, VersionCounts } from '../../../shared/api/api-types.ts';
import { element } from '../../../shared/dom.ts';
import { createIssueList } from './issue-list.ts';
import { createSection } from '../../parts/section.ts';
import { countFiles, describeRemovals, describeSkips, sumReasons } from '../parts/texts.ts';

const pageSize = 200;
/** A clean that removed more files shows the groups of the first ones. */
const maxPages = 5;

/** Creates the section that says what a job changed and removed, and why; undefined for the raw version. */
export async function createEffects(version: DatasetVersion): Promise<HTMLElement | undefined> {
  const { counts, parentVersionId, cleaningPipelineSlug } = version;
  if (counts === null || parentVersionId === null) return undefined;
  const title = cleaningPipelineSlug === null ? 'Effect of reading the metadata' : 'Effect of the clean';
  const parts = [createCounts(counts)];
  if (sumReasons(counts.removed) > 0) parts.push(...(await createRemoved(version, parentVersionId, counts)));
  return createSection(title, ...parts);
}

function createCounts({ unchanged, changed, removed, skipped }: VersionCounts): HTMLElement {
  const rows = [
    ['Unchanged', [countFiles(unchanged)]],
    ['Changed', [countFiles(changed)]],
    ['Removed', [countFiles(sumReasons(removed)), ...describeRemovals(removed)]],
    ['Skipped', [countFiles(sumReasons(skipped)), ...describeSkips(skipped)]],
  ] as const;
  return element(
    'dl',
    { className: 'facts counts' },
    ...rows.flatMap(([name, [count = '', ...reasons]]) => [
      element('dt', {}, name),
      element('dd', {}, count, ...reasons.map((reason) => element('small', {}, reason))),
    ]),
  );
}

async function createRemoved(
  { datasetId, id }: DatasetVersion,
  parentVersionId: string,
  { removed }: VersionCounts,
): Promise<readonly HTMLElement[]> {
  const parent = { datasetId, id: parentVersionId };
  const removedIds = new Set<string>();
  let count = 0;
  for (let page = 1; page <= maxPages; page += 1) {
    const diff = await api.diffDatasetVersions({
      ...identifyVersion(parent),
      otherVersionId: id,
      page,
      limit: pageSize,
    });
    for (const { change, fileId } of diff.items) if (change === 'removed') removedIds.add(fileId);
    count = diff.removed;
    if (page * pageSize >= diff.total) break;
  }
  const list = await createIssueList({
    version: parent,
    filter: { type: '', against: '' },
    removedIds,
    none: 'The removed files are listed under “Compare with another version”.',
  });
  const hasChanged = count !== sumReasons(removed);
  const change =
    'The source version has changed since this clean, so the groups below may contain files that it did not read.';
  return [
    element('h3', {}, 'Removed files and why'),
    ...(hasChanged ? [element('p', { className: 'notice warn' }, change)] : []),
    list,
  ];
}
