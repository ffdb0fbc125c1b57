import { identifyVersion } from '../parts/dataset-api.ts';
import { api } from '../../parts/api.ts';
import type { DatasetVersionFile, DatasetVersionPage } from '../../../shared/api/api-types.ts';
import { announce, button, element } from '../../../shared/dom.ts';
import { formatSize } from '../../parts/formats.ts';
import { attempt } from '../parts/dataset-errors.ts';
import { confirmDeletion } from '../../parts/confirm.ts';
import { createSection } from '../../parts/section.ts';
import { createTable } from '../parts/table.ts';
import type { Row } from '../parts/table.ts';
import { nameType } from '../parts/texts.ts';

export const filesPerPage = 50;

interface FilesOptions {
  readonly mayWrite: boolean;
  /** Called when a file was removed from the raw version. */
  readonly onRemove: () => void;
}

/** Creates the section with the files of a version. Files of the raw version can be removed. */
export function createFiles(version: DatasetVersionPage, { mayWrite, onRemove }: FilesOptions): HTMLElement {
  const isEditable = mayWrite && version.state === 'raw';
  const describe = (entry: DatasetVersionFile): Row => ({
    key: entry.fileId,
    cells: isEditable
      ? [...createCells(entry), createRemoval(version.datasetId, entry, onRemove)]
      : createCells(entry),
  });
  const none = element('p', { className: 'soft' }, 'This version has no files.');
  const table = createTable({
    label: 'Files',
    columns: ['Name', 'Type', 'Size', ...(isEditable ? ['Action'] : [])],
    rows: version.files.map(describe),
    total: version.total,
    limit: filesPerPage,
    loadMore: async (page) =>
      (await api.getDatasetVersion({ ...identifyVersion(version), page, limit: filesPerPage })).files.map(
        describe,
      ),
  });
  return createSection('Files', version.total === 0 ? none : table);
}

const createCells = ({ file: { name, type, size } }: DatasetVersionFile): readonly Node[] => [
  element('bdi', {}, name),
  element('span', { title: type }, nameType(type)),
  element('span', {}, formatSize(size)),
];

function createRemoval(
  datasetId: string,
  { fileId, file: { name } }: DatasetVersionFile,
  onRemove: () => void,
): HTMLElement {
  const remove = async (pressed: HTMLButtonElement): Promise<void> => {
    const effect = 'The raw version no longer has it. Versions that exist already keep it.';
    if (!(await confirmDeletion(`Remove “${name}” from the raw version?`, effect, 'Remove'))) return;
    await api.removeDatasetFile({ datasetId, fileId });
    const row = pressed.closest('tr');
    (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')?.focus();
    row?.remove();
    announce(`${name} is removed.`);
    onRemove();
  };
  return button('Remove', (pressed) => attempt(() => remove(pressed)), {
    kind: 'slim',
    'aria-label': `Remove ${name}`,
  });
}
