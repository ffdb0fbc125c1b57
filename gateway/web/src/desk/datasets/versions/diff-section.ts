import { identifyVersion } from '../parts/dataset-api.ts';
import { api } from '../../parts/api.ts';
import type { DatasetVersion, DiffItem, VersionDiff } from '../../../shared/api/api-types.ts';
import { announce, button, element } from '../../../shared/dom.ts';
import { fillSelect } from '../../parts/select.ts';
import { attempt } from '../parts/dataset-errors.ts';
import { createSection } from '../../parts/section.ts';
import { createTable } from '../parts/table.ts';
import type { Row } from '../parts/table.ts';
import { isFinished, nameVersion } from '../parts/texts.ts';

const limit = 50;
const changes = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const;

/** Creates the section that compares a version with another one, at first its source; undefined when there is no other one. */
export async function createDiff(
  version: DatasetVersion,
  versions: readonly DatasetVersion[],
): Promise<HTMLElement | undefined> {
  const others = versions.filter((other) => other.id !== version.id && isFinished(other));
  if (others.length === 0) return undefined;
  const place = element('div', { className: 'stack' });
  const other = element('select', {});
  const choices = others.map((one) => ({ value: one.id, text: nameVersion(one, versions) }));
  fillSelect(other, choices, version.parentVersionId ?? others[0]?.id);
  const compare = async (): Promise<string> => {
    const pair = versions.filter(({ id }) => id === version.id || id === other.value);
    const [first, second] = pair;
    if (first === undefined || second === undefined) return '';
    const names = pair.map((one) => `“${nameVersion(one, versions)}”`).join(' to ');
    const diff = await api.diffDatasetVersions({
      ...identifyVersion(first),
      otherVersionId: second.id,
      page: 1,
      limit,
    });
    place.replaceChildren(
      element('p', { className: 'soft' }, `From ${names}`),
      ...createResult(first, second.id, diff),
    );
    return describeDiff(diff);
  };
  if (version.parentVersionId !== null) await compare();
  return createSection(
    'Compare with another version',
    element(
      'div',
      { className: 'fields' },
      element('label', { className: 'narrow-field' }, 'Other version', other),
      button('Compare', () => attempt(async () => announce(await compare())), { kind: 'slim' }),
    ),
    place,
  );
}

type FirstVersion = Pick<DatasetVersion, 'datasetId' | 'id'>;

function createResult(first: FirstVersion, secondId: string, diff: VersionDiff): readonly HTMLElement[] {
  const text = describeDiff(diff);
  const table = createTable({
    label: 'Differences',
    columns: ['Change', 'File'],
    rows: diff.items.map(createRow),
    total: diff.total,
    limit,
    async loadMore(page) {
      return (
        await api.diffDatasetVersions({ ...identifyVersion(first), otherVersionId: secondId, page, limit })
      ).items.map(createRow);
    },
  });
  return [element('p', {}, text), ...(diff.total > 0 ? [table] : [])];
}

const createRow = ({ change, fileId, name }: DiffItem): Row => ({
  key: fileId,
  cells: [element('span', {}, changes[change]), element('bdi', {}, name)],
});

function describeDiff({ added, removed, changed, unchanged }: VersionDiff): string {
  return `Added: ${added}. Removed: ${removed}. Changed: ${changed}. Unchanged: ${unchanged}.`;
}
