import { button, element } from '../../../shared/dom.ts';
import { attempt } from './dataset-errors.ts';

export interface Row {
  /** Unique within the table. */
  readonly key: string;
  readonly cells: readonly Node[];
}

interface TableOptions {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** The number of rows of all pages. */
  readonly total: number;
  /** The number of rows of a page. */
  readonly limit: number;
  /** Reads a page; the first one is 1. */
  readonly loadMore: (page: number) => Promise<readonly Row[]>;
}

/** Creates a table, with a button that adds the rows of the next page. Rows may be removed from it. */
export function createTable({ label, columns, rows, total, limit, loadMore }: TableOptions): HTMLElement {
  const body = element('tbody', {}, ...rows.map(createRow));
  const head = columns.map((column) => element('th', { scope: 'col' }, column));
  const table = element(
    'table',
    { 'aria-label': label },
    element('thead', {}, element('tr', {}, ...head)),
    body,
  );
  const load = async (): Promise<void> => {
    // The page begins at or before the next row, because rows that were removed have moved the others up.
    const found = await loadMore(Math.floor(body.rows.length / limit) + 1);
    const shown = new Set([...body.rows].map((row) => row.dataset['key']));
    const added = found.filter(({ key }) => !shown.has(key)).map(createRow);
    body.append(...added);
    more.hidden = added.length === 0 || body.rows.length >= total;
    added[0]?.focus();
  };
  const more = button('Show more', () => attempt(load), { kind: 'slim', hidden: body.rows.length >= total });
  return element('div', { className: 'stack' }, table, more);
}

function createRow({ key, cells }: Row): HTMLTableRowElement {
  const row = element('tr', { tabIndex: -1 }, ...cells.map((cell) => element('td', {}, cell)));
  row.dataset['key'] = key;
  return row;
}
