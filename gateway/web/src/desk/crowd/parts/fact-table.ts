import { element } from '../../../shared/dom.ts';

interface FactTableOptions {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | Node)[])[];
}

/** Creates a table whose rows become cards on a phone. The first cell of a row names it. */
export function createFactTable({ label, columns, rows }: FactTableOptions): HTMLTableElement {
  const head = columns.map((column) => element('th', { scope: 'col', role: 'columnheader' }, column));
  const body = rows.map((cells) =>
    element(
      'tr',
      { role: 'row' },
      ...cells.map((cell, index) => {
        const node =
          index === 0
            ? element('th', { scope: 'row', role: 'rowheader' }, cell)
            : element('td', { role: 'cell' }, cell);
        node.dataset['column'] = columns[index] ?? '';
        return node;
      }),
    ),
  );
  // Browsers forget the roles of a table whose rows are not displayed as rows.
  return element(
    'table',
    { className: 'fact-table', role: 'table', 'aria-label': label },
    element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, ...head)),
    element('tbody', { role: 'rowgroup' }, ...body),
  );
}
