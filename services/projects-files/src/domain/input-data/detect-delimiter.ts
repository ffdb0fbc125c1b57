import { parse } from 'csv-parse/sync';

/** What may separate the cells of a record, the likelier first. */
const delimiters = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof delimiters)[number];

const sampleBytes = 65_536;
const sampleRecords = 20;

/**
 * The delimiter that gives most of the first records as many cells as the header, and of several such the one that gives most
 * cells. One that does not occur in the header is taken only when none does: the file then has one column. Where none agrees that
 * occurs in the header, it is the records that are wrong.
 */
export function detectDelimiter(content: Buffer): Delimiter {
  const sample = content.subarray(0, sampleBytes);
  const [best] = delimiters.map((delimiter) => rate(sample, delimiter)).toSorted(byRating);
  return best?.delimiter ?? ',';
}

interface Rating {
  readonly delimiter: Delimiter;
  /** Cells of the header. */
  readonly columns: number;
  /** Records after the header that have as many. */
  readonly agreeing: number;
}

function rate(sample: Buffer, delimiter: Delimiter): Rating {
  const [header = [], ...records] = parse(sample, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // The sample may end inside a quoted cell.
    skip_records_with_error: true,
    to: sampleRecords,
  });
  const agreeing = records.filter((record) => record.length === header.length).length;
  return { delimiter, columns: header.length, agreeing };
}

function byRating(a: Rating, b: Rating): number {
  return merit(b) - merit(a) || b.agreeing - a.agreeing || b.columns - a.columns;
}

function merit({ columns, agreeing }: Rating): number {
  if (columns === 1) return 0;
  return agreeing === 0 ? 1 : 2;
}
