/** The columns of a text with separated values. */
export interface TableLayout {
  readonly delimiter: string;
  /** Empty if the first row has values. */
  readonly header: readonly string[];
  /** The place in its row at which a piece of the text begins; default a new row. */
  readonly start?: RowPlace;
}

const delimiters = [',', ';', '\t', '|'];
const maxRows = 20;
const maxSample = 65_536;
const maxHeaderCell = 60;
const headerCell = /^[\p{L}_#][^!?\d]*\d{0,3}$/u;

/** Reads the layout of a text from its first rows; null if it is not a table. */
export function readTableLayout(text: string): TableLayout | null {
  const sample = text.slice(0, maxSample);
  for (const delimiter of delimiters) {
    const rows = readRows(sample, delimiter);
    const [first = []] = rows;
    const isTable =
      first.length > 1 && rows.length > 1 && rows.every(({ length }) => length === first.length);
    if (!isTable || isProse(rows)) continue;
    const names = first.map((cell) => cell.trim().replace(/^"(.*)"$/u, '$1'));
    const isHeader = names.every((name) => name.length <= maxHeaderCell && headerCell.test(name));
    return { delimiter, header: isHeader ? names : [] };
  }
  return null;
}

/** In prose, a space follows each comma. */
function isProse(rows: readonly (readonly string[])[]): boolean {
  return rows.every((cells) => cells.slice(1).every((cell) => cell.startsWith(' ') || cell === ''));
}

/** Splits the first rows. A sample that was cut has an incomplete last row. */
function readRows(sample: string, delimiter: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let cells: string[] = [];
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at <= sample.length && rows.length < maxRows; at += 1) {
    const character = sample.charAt(at);
    const isEnd = character === '' ? sample.length < maxSample : character === '\n';
    // A quotation mark has a meaning only in a cell that begins with one (RFC 4180).
    if (character === '"' && sample.charAt(start) === '"') isQuoted = !isQuoted;
    if (isQuoted || (character !== delimiter && !isEnd)) continue;
    cells.push(sample.slice(start, at).replace(/\r$/u, ''));
    start = at + 1;
    if (!isEnd) continue;
    if (cells.join('') !== '') rows.push(cells);
    cells = [];
  }
  return rows;
}

/** A place in a row of a table. */
export interface RowPlace {
  /** From 0. */
  readonly column: number;
  /** True within a cell that begins with a quotation mark. */
  readonly isQuotedCell: boolean;
  /** True between the quotation marks of such a cell. */
  readonly isQuoted: boolean;
}

export const rowStart: RowPlace = { column: 0, isQuotedCell: false, isQuoted: false };

/** Reads the columns of a text, which begins at a place in a row. */
export interface ColumnReader {
  /** Returns the place in its row of an offset. The text is read once for offsets that rise. */
  read(at: number): RowPlace;
}

export function createColumnReader(
  text: string,
  delimiter: string,
  start: RowPlace = rowStart,
): ColumnReader {
  const begin = { ...start, at: 0, cellStart: 0, isCellStart: !start.isQuotedCell && start.column === 0 };
  let state = { ...begin };
  return {
    read(target) {
      if (target < state.cellStart) state = { ...begin };
      for (; state.at < target; state.at += 1) {
        const character = text.charAt(state.at);
        if (state.isCellStart) state.isQuotedCell = character === '"';
        state.isCellStart = false;
        if (character === '"' && state.isQuotedCell) state.isQuoted = !state.isQuoted;
        if (state.isQuoted || (character !== delimiter && character !== '\n')) continue;
        state.column = character === delimiter ? state.column + 1 : 0;
        state.isQuotedCell = false;
        state.isCellStart = true;
        state.cellStart = state.at + 1;
      }
      const { column, isQuotedCell, isQuoted } = state;
      return { column, isQuotedCell, isQuoted };
    },
  };
}
