import { toUtf8 } from '@assay/media/text/to-utf8';
import type { Utf8Options } from '@assay/media/text/to-utf8';
import { DomainError } from '@assay/chassis/errors';
import { unprocessableFile } from '../upload/upload-errors.ts';
import { requireRoom } from './build-lists.ts';
import { readCsvRecords } from './csv-records.ts';
import { detectDelimiter } from './detect-delimiter.ts';
import type { ListContent } from './input-data-set.ts';

/** A line of a file that cannot be taken. */
export interface RowError {
  readonly line: number;
  readonly reason: string;
}

/** How a file is read. */
export interface CsvOptions extends Utf8Options {
  /** True if the rows stay together: all columns get a value for each row. Default false. */
  readonly isGrouped?: boolean;
}

/** The lists of a file, and how its bytes were read. */
export interface ImportedLists {
  readonly lists: readonly ListContent[];
  /** As the Encoding Standard names it. */
  readonly encoding: string;
}

const maxRowErrors = 100;
// As the contract says of a list.
const maxLists = 100;
const maxNameCharacters = 100;
const maxValueCharacters = 10_000;

/**
 * Reads the columns of a CSV file as lists, each named by its header and with its cells as they are. Rows that stay together have a value in
 * each column, and a row of empty cells is none; otherwise empty cells at the end of a column are none. `="00123"`, as spreadsheets
 * export a number that is a text, is the text. INVALID_ARGUMENT with details `rows` for lines that cannot be taken, and for more than a set may hold;
 * FAILED_PRECONDITION with reason UNPROCESSABLE_FILE for a file that is no text or holds no values.
 */
export async function readCsv(file: Buffer, options: CsvOptions = {}): Promise<ImportedLists> {
  if (file.byteLength === 0) throw unprocessableFile('the file is empty');
  const text = toUtf8(file, options);
  if (text === undefined) {
    const encodings = 'UTF-8, UTF-16 or an encoding of its language';
    throw unprocessableFile(
      `The file is no plain text in ${encodings}. Save it as UTF-8, or state its encoding.`,
    );
  }
  const table = createTable(text, options.isGrouped === true ? addWholeRow : addCells);
  const hint = readDelimiterHint(text.content);
  const content = text.content.subarray(hint?.length);
  const delimiter = hint?.delimiter ?? detectDelimiter(content);
  await readCsvRecords(content, { delimiter, firstLine: hint === undefined ? 1 : 2 }, table);
  return { lists: table.lists(), encoding: text.encoding };
}

/** Reads the first line `sep=;`, by which Excel is told the delimiter. */
function readDelimiterHint(
  content: Buffer,
): { readonly delimiter: string; readonly length: number } | undefined {
  const [line, delimiter] = /^sep=(.)\r?\n/i.exec(content.toString('latin1', 0, 8)) ?? [];
  return line === undefined || delimiter === undefined ? undefined : { delimiter, length: line.length };
}

interface List extends ListContent {
  readonly values: string[];
}

function createTable({ isDamaged }: { readonly isDamaged: boolean }, addRow: AddRow) {
  let columns: readonly List[] | undefined;
  let rowCount = 0;
  const size = { valueCount: 0, bytes: 0 };
  const errors: RowError[] = [];
  const onError = (line: number, reason: string): void => {
    errors.push({ line, reason });
    // Without its header nothing can be said of what follows.
    if (errors.length === maxRowErrors || columns === undefined) throw invalidRows(errors);
  };
  return {
    onError,
    onRecord(record: readonly string[], line: number) {
      const cells = record.map(readCell);
      const problem = isDamaged && cells.some(isBroken) ? 'holds bytes that are no characters' : undefined;
      if (columns === undefined) {
        const problems = problem === undefined ? headerProblems(cells) : [problem];
        if (problems.length > 0) throw invalidRows(problems.map((reason) => ({ line, reason })));
        columns = cells.map((name) => ({ name: name.trim(), values: [] }));
        return;
      }
      const reason = problem ?? rowProblem(cells, columns);
      if (reason !== undefined) {
        onError(line, reason);
        return;
      }
      rowCount += addRow(columns, cells, { rowCount, size });
    },
    lists(): readonly ListContent[] {
      if (errors.length > 0) throw invalidRows(errors);
      if (columns === undefined) throw unprocessableFile('the file is empty');
      if (size.valueCount === 0) throw unprocessableFile('the file holds no values below its header');
      return columns;
    },
  };
}

interface Filling {
  /** How many rows there were before. */
  readonly rowCount: number;
  readonly size: { valueCount: number; bytes: number };
}

/** Adds a row to the columns, and returns the number of rows that it makes. */
type AddRow = (columns: readonly List[], cells: readonly string[], filling: Filling) => 0 | 1;

/** Adds a value to each column. Rows of empty cells stand at the end of many exported tables. */
const addWholeRow: AddRow = (columns, cells, { size }) => {
  if (cells.every((cell) => cell === '')) return 0;
  size.valueCount += columns.length;
  size.bytes += cells.reduce((sum, cell) => sum + Buffer.byteLength(cell), 0);
  requireRoom('file', size);
  for (const [index, { values }] of columns.entries()) values.push(cells[index] ?? '');
  return 1;
};

/** Adds empty cells once something follows them, so that short columns stay short. */
const addCells: AddRow = (columns, cells, { rowCount, size }) => {
  for (const [index, { values }] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (cell === '') continue;
    size.valueCount += rowCount + 1 - values.length;
    size.bytes += Buffer.byteLength(cell);
    requireRoom('file', size);
    while (values.length < rowCount) values.push('');
    values.push(cell);
  }
  return 1;
};

/** Reads a formula that stands for its text. */
function readCell(cell: string): string {
  const [, text] = /^="((?:[^"]|"")*)"$/.exec(cell) ?? [];
  return text === undefined ? cell : text.replaceAll('""', '"');
}

function headerProblems(names: readonly string[]): readonly string[] {
  if (names.length > maxLists)
    return [`has ${names.length.toString()} columns, of which ${maxLists} are the most`];
  const seen = new Map<string, number>();
  return names.flatMap((given, index) => {
    const name = given.trim();
    const column = `column ${(index + 1).toString()}`;
    const first = seen.get(name);
    seen.set(name, first ?? index + 1);
    if (name === '') return [`${column} has no name`];
    if (first !== undefined) return [`${column} has the name of column ${first.toString()}`];
    if (isTooLong(name, maxNameCharacters)) return [`the name of ${column} has more than 100 characters`];
    return /[\p{Cc}\u2028\u2029]/u.test(name) ? [`the name of ${column} has more than one line`] : [];
  });
}

function rowProblem(cells: readonly string[], columns: readonly List[]): string | undefined {
  if (cells.length !== columns.length) {
    return `has ${countOf(cells.length)} where the header has ${columns.length.toString()}`;
  }
  const long = cells.findIndex((cell) => isTooLong(cell, maxValueCharacters));
  return long < 0 ? undefined : `column ${(long + 1).toString()} has more than 10,000 characters`;
}

function countOf(cells: number): string {
  return cells === 1 ? '1 cell' : `${cells.toString()} cells`;
}

const isBroken = (cell: string): boolean => cell.includes('\ufffd');

/** Characters are code points. */
function isTooLong(text: string, characters: number): boolean {
  return text.length > characters && Array.from(text).length > characters;
}

function invalidRows(rows: readonly RowError[]): DomainError {
  const [{ line, reason } = { line: 1, reason: '' }] = rows;
  const message = `line ${line.toString()} of the file cannot be taken: ${reason}`;
  return new DomainError('INVALID_ARGUMENT', 'INVALID_FIELD', message, { details: { field: 'file', rows } });
}
