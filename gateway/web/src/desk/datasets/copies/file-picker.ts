import { announce, button, element } from '../../../shared/dom.ts';
import { formatSize } from '../../parts/formats.ts';
import { attempt } from '../parts/dataset-errors.ts';
import { createTable } from '../parts/table.ts';
import type { Row } from '../parts/table.ts';
import { countFiles, nameType } from '../parts/texts.ts';

/** A file that can be chosen. */
export interface PickedFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** The reason why the file cannot be copied. */
  readonly obstacle?: string | undefined;
}

export interface FilePage {
  readonly files: readonly PickedFile[];
  readonly total: number;
}

interface PickerOptions {
  readonly first: FilePage;
  /** Reads a page of {@link pageSize} files; the first one is 1. */
  readonly load: (page: number) => Promise<FilePage>;
  readonly onCopy: (fileIds: readonly string[]) => Promise<void>;
}

export const pageSize = 50;
/** The maximum number of files of one request. */
const maxFiles = 100;

/** Creates a table of files with checkboxes, and the button that copies the selected files. */
export function createFilePicker({ first, load, onCopy }: PickerOptions): HTMLElement {
  const chosen = new Set<string>();
  const count = element('p', { className: 'soft small' });
  const copy = async (pressed: HTMLButtonElement): Promise<void> => {
    pressed.disabled = true;
    try {
      await onCopy([...chosen]);
      announce(`${countFiles(chosen.size)} copied.`);
      for (const box of listBoxes()) box.checked = false;
      chosen.clear();
    } finally {
      showCount();
      // A disabled button has lost the focus.
      (submit.disabled ? selectAll : submit).focus();
    }
  };
  const submit = button('Copy', (pressed) => attempt(() => copy(pressed)), { kind: 'main' });
  const describe = (file: PickedFile): Row => createRow(file, toggle);
  const table = createTable({
    label: 'Files to copy',
    columns: ['Select', 'Name', 'Type', 'Size'],
    rows: first.files.map(describe),
    total: first.total,
    limit: pageSize,
    loadMore: async (page) => (await load(page)).files.map(describe),
  });
  const selectAll = button('Select all shown', () => {
    for (const box of listBoxes()) {
      box.checked = true;
      chosen.add(box.value);
    }
    showCount();
  });
  const listBoxes = () => table.querySelectorAll<HTMLInputElement>('input:not(:disabled)');
  function toggle({ value, checked }: HTMLInputElement): void {
    if (checked) chosen.add(value);
    else chosen.delete(value);
    showCount();
  }
  function showCount(): void {
    const isTooMany = chosen.size > maxFiles;
    const limit = isTooMany ? ` Select at most ${maxFiles} at a time.` : '';
    count.textContent = `${countFiles(chosen.size)} selected.${limit}`;
    submit.disabled = chosen.size === 0 || isTooMany;
  }
  showCount();
  return element(
    'div',
    { className: 'stack' },
    table,
    element('div', { className: 'row' }, submit, selectAll),
    count,
  );
}

function createRow(
  { id, name, type, size, obstacle }: PickedFile,
  toggle: (box: HTMLInputElement) => void,
): Row {
  const label = obstacle === undefined ? `Select ${name}` : `Select ${name}: ${obstacle}`;
  const box = element('input', {
    type: 'checkbox',
    value: id,
    disabled: obstacle !== undefined,
    title: obstacle,
    'aria-label': label,
  });
  box.addEventListener('change', () => toggle(box));
  const note = obstacle === undefined ? undefined : element('small', { className: 'soft block' }, obstacle);
  return {
    key: id,
    cells: [
      box,
      element('span', {}, element('bdi', {}, name), note),
      element('span', { title: type }, nameType(type)),
      element('span', {}, formatSize(size)),
    ],
  };
}
