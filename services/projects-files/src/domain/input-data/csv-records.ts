import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { kibibytes } from '@assay/chassis/units';
import { CsvError, parse } from 'csv-parse';

/** What is done with the records of a file, in their order; what either throws ends the reading. */
export interface CsvReader {
  /** @param line where the record begins, from 1 */
  readonly onRecord: (cells: readonly string[], line: number) => void;
  readonly onError: (line: number, reason: string) => void;
}

/** How the records are written. */
export interface CsvFormat {
  readonly delimiter: string;
  /** The number of the first line. */
  readonly firstLine: number;
}

const pieceBytes = kibibytes(64);
/** More than a hundred cells of ten thousand characters. */
const maxRecordBytes = 5_000_000;

/**
 * Reads the records of a CSV file (RFC 4180, any delimiter and line ending); empty lines are none. A record that cannot be read
 * ends with its first line, so that one quote too many does not swallow what follows. Others get their turn meanwhile.
 */
export async function readCsvRecords(
  content: Buffer,
  { delimiter, firstLine }: CsvFormat,
  { onRecord, onError }: CsvReader,
): Promise<void> {
  const lines = createLineCounter(content, firstLine);
  for (let at = 0; at < content.byteLength;) {
    let begin = at;
    const failure = await parseFrom(content.subarray(at), delimiter, (cells, endOffset) => {
      onRecord(cells, lines.lineOf(lines.skipEmpty(begin)));
      begin = at + endOffset;
    });
    if (failure === undefined) return;
    const failed = lines.skipEmpty(begin);
    onError(lines.lineOf(failed), reasonOf(failure));
    at = lines.nextLine(failed);
  }
}

type OnParsed = (cells: readonly string[], endOffset: number) => void;

/** Resolves with the error of the first record that cannot be read. */
async function parseFrom(
  content: Buffer,
  delimiter: string,
  onParsed: OnParsed,
): Promise<CsvError | undefined> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordBytes,
    // Taken here and not from the stream, which drops what it holds when it fails.
    on_record: (cells: string[], { bytes }) => {
      onParsed(cells, bytes);
      return null;
    },
  });
  parser.resume();
  try {
    await pipeline(Readable.from(pieces(content)), parser);
    return undefined;
  } catch (error) {
    if (error instanceof CsvError) return error;
    throw error;
  }
}

async function* pieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.byteLength; at += pieceBytes) {
    yield content.subarray(at, at + pieceBytes);
    await setImmediate();
  }
}

function reasonOf(error: CsvError): string {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quote is opened and not closed';
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return 'a quote stands inside a cell: such a cell is put in quotes, and its own quotes are doubled';
    case 'CSV_MAX_RECORD_SIZE':
      return `a record may have at most ${maxRecordBytes.toString()} bytes`;
    default:
      throw error;
  }
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

interface LineCounter {
  /** The line of an offset, from 1; offsets come in ascending order. */
  lineOf(offset: number): number;
  /** The offset of the next byte that ends no line. */
  skipEmpty(offset: number): number;
  /** The offset after the end of the line. */
  nextLine(offset: number): number;
}

/** The parser counts a line ending of two characters twice where it stands in quotes. */
function createLineCounter(content: Buffer, firstLine: number): LineCounter {
  let line = firstLine;
  let counted = 0;
  const endsLine = (at: number): boolean =>
    content[at] === lineFeed || (content[at] === carriageReturn && content[at + 1] !== lineFeed);
  return {
    lineOf(offset) {
      for (; counted < offset; counted += 1) if (endsLine(counted)) line += 1;
      return line;
    },
    skipEmpty(offset) {
      let at = offset;
      while (content[at] === lineFeed || content[at] === carriageReturn) at += 1;
      return at;
    },
    nextLine(offset) {
      let at = offset;
      while (at < content.byteLength && !endsLine(at)) at += 1;
      return at + 1;
    },
  };
}
