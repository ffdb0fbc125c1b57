import { button, element } from '../dom.ts';
import { attempt } from './dataset-errors.ts';

type Row = readonly Node[];

interface TableOptions {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** The number of rows of all pages. */
  readonly total: number;
  /** Reads a page; the first one is 1. */
  readonly loadMore: (page: number) => Promise<readonly Row[]>;
}

/** Creates a table, with a button that adds the rows of the next page. */
export function createTable({ label, columns, rows, total, loadMore }: TableOptions): HTMLElement {
  const body = element('tbody', {}, ...rows.map(createRow));
  const head = columns.map((column) => element('th', { scope: 'col' }, column));
  const table = element(
    'table',
    { 'aria-label': label },
    element('thead', {}, element('tr', {}, ...head)),
    body,
  );
  let page = 1;
  const load = async (): Promise<void> => {
    const added = (await loadMore(page + 1)).map(createRow);
    page += 1;
    body.append(...added);
    more.hidden = added.length === 0 || body.rows.length >= total;
    added[0]?.focus();
  };
  const more = button('Show more', () => attempt(load), { kind: 'slim', hidden: body.rows.length >= total });
  return element('div', { className: 'stack' }, table, more);
}

function createRow(cells: Row): HTMLTableRowElement {
  return element('tr', { tabIndex: -1 }, ...cells.map((cell) => element('td', {}, cell)));
}
