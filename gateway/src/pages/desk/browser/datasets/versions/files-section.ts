import { announce, button, element } from '../../dom.ts';
import { formatSize } from '../../formats.ts';
import { readVersion, removeFile } from '../dataset-api.ts';
import { attempt } from '../dataset-errors.ts';
import { confirmDeletion } from '../confirm.ts';
import type { VersionFile, VersionPage } from '../dataset-types.ts';
import { createSection } from '../section.ts';
import { createTable } from '../table.ts';
import { nameType } from '../texts.ts';

export const filesPerPage = 50;

/** Creates the section with the files of a version. Files of the raw version can be removed. */
export function createFiles(version: VersionPage, mayWrite: boolean): HTMLElement {
  const isEditable = mayWrite && version.state === 'raw';
  const describe = (file: VersionFile): readonly Node[] => createRow(version.datasetId, file, isEditable);
  const none = element('p', { className: 'soft' }, 'This version has no files.');
  const table = createTable({
    label: 'Files',
    columns: ['Name', 'Type', 'Size', ...(isEditable ? ['Action'] : [])],
    rows: version.files.map(describe),
    total: version.total,
    loadMore: async (page) => (await readVersion(version, page, filesPerPage)).files.map(describe),
  });
  return createSection('Files', version.total === 0 ? none : table);
}

function createRow(
  datasetId: string,
  { fileId, file: { name, type, size } }: VersionFile,
  isEditable: boolean,
): readonly Node[] {
  const cells = [
    element('bdi', {}, name),
    element('span', { title: type }, nameType(type)),
    element('span', {}, formatSize(size)),
  ];
  if (!isEditable) return cells;
  const remove = async (pressed: HTMLButtonElement): Promise<void> => {
    const effect = 'The raw version no longer has it. Versions that exist already keep it.';
    if (!(await confirmDeletion(`Remove “${name}” from the raw version?`, effect, 'Remove'))) return;
    await removeFile(datasetId, fileId);
    const row = pressed.closest('tr');
    (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')?.focus();
    row?.remove();
    announce(`${name} is removed.`);
  };
  const label = `Remove ${name}`;
  const control = button('Remove', (pressed) => attempt(() => remove(pressed)), {
    kind: 'slim',
    'aria-label': label,
  });
  return [...cells, control];
}
