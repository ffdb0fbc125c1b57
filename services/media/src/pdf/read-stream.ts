import { inflateSync, constants } from 'node:zlib';
import { isWordAt, parseValue, skipSpace } from './parse-pdf-value.ts';
import { arrayIn, countIn, isDictionary, nameIn } from './pdf-value.ts';
import type { PdfDictionary, PdfValue } from './pdf-value.ts';

/** What reading the structure of one file may cost in all; each says whether it is still allowed. */
export interface ReadBudget {
  spendEntries(count: number): boolean;
  spendBytes(count: number): boolean;
  /** How many bytes a stream may inflate to. */
  inflatable(): number;
}

const maxEntries = 1_000_000;
const maxStreamBytes = 32 * 2 ** 20;
const maxInflatedBytes = 100 * 2 ** 20;

/** A budget for a file of that size: its objects are read some four times at most. */
export function createReadBudget(fileSize: number): ReadBudget {
  let entries = maxEntries;
  let bytes = 4 * fileSize + maxInflatedBytes;
  return {
    spendEntries: (count) => (entries -= count) >= 0,
    spendBytes: (count) => (bytes -= count) >= 0,
    inflatable: () => Math.min(maxStreamBytes, bytes),
  };
}

export interface PdfStream {
  readonly dictionary: PdfDictionary;
  /** Decoded, where it was not read as stored. */
  readonly content: Buffer;
}

export interface ReadObject {
  readonly number: number;
  readonly value: PdfValue;
  readonly end: number;
}

/** Parses the value of the object that begins at `at` with `12 0 obj`; undefined when none does. */
export function readObject(file: Buffer, at: number, budget: ReadBudget): ReadObject | undefined {
  const head = headAt(file, at);
  if (head === undefined) return undefined;
  const parsed = parseValue(file, head.end);
  if (parsed === undefined || !budget.spendBytes(parsed.end - at)) return undefined;
  return { number: head.number, ...parsed };
}

/** The number of the object at an offset, and where what it holds begins; undefined where none begins. */
export function headAt(
  file: Buffer,
  at: number,
): { readonly number: number; readonly end: number } | undefined {
  const start = skipSpace(file, at);
  const head = /^(\d{1,10})\s+\d{1,5}\s+obj/.exec(file.toString('latin1', start, start + 32));
  return head === null ? undefined : { number: Number(head[1]), end: start + head[0].length };
}

/** Reads the stream object at an offset as it is stored, whatever its filters. */
export function readStoredStream(file: Buffer, at: number, budget: ReadBudget): PdfStream | undefined {
  const object = readObject(file, at, budget);
  if (object === undefined || !isDictionary(object.value)) return undefined;
  const content = rawContent(file, object.end, object.value);
  return content && { dictionary: object.value, content };
}

/** Reads the stream object at an offset, of the kinds that structure is kept in: plain or deflated, with or without a predictor. */
export function readStream(file: Buffer, at: number, budget: ReadBudget): PdfStream | undefined {
  const object = readObject(file, at, budget);
  if (object === undefined || !isDictionary(object.value)) return undefined;
  const dictionary = object.value;
  const raw = rawContent(file, object.end, dictionary);
  const content = raw && decode(raw, dictionary, budget);
  return content && { dictionary, content };
}

function rawContent(file: Buffer, at: number, dictionary: PdfDictionary): Buffer | undefined {
  const keyword = skipSpace(file, at);
  if (!isWordAt(file, keyword, 'stream')) return undefined;
  const afterWord = keyword + 'stream'.length;
  const start = afterWord + (isWordAt(file, afterWord, '\r\n') ? 2 : 1);
  const length = countIn(dictionary, 'Length');
  if (length !== undefined && isWordAt(file, skipSpace(file, start + length), 'endstream')) {
    return file.subarray(start, start + length);
  }
  const end = file.indexOf('endstream', start, 'latin1');
  return end === -1 ? undefined : file.subarray(start, end);
}

function decode(raw: Buffer, dictionary: PdfDictionary, budget: ReadBudget): Buffer | undefined {
  const filters = dictionary.entries.has('Filter')
    ? (nameIn(dictionary, 'Filter') ?? arrayIn(dictionary, 'Filter').map(nameOf).join(' '))
    : '';
  if (filters === '') return raw;
  if (filters !== 'FlateDecode' && filters !== 'Fl') return undefined;
  const inflated = inflate(raw, budget);
  const [listed] = arrayIn(dictionary, 'DecodeParms');
  const parameters = dictionary.entries.get('DecodeParms');
  const applied = isDictionary(parameters) ? parameters : isDictionary(listed) ? listed : undefined;
  return inflated && applied ? unpredict(inflated, applied) : inflated;
}

const nameOf = (value: PdfValue): string =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'name' ? value.name : '';

function inflate(raw: Buffer, budget: ReadBudget): Buffer | undefined {
  const maxOutputLength = budget.inflatable();
  if (maxOutputLength <= 0) return undefined;
  try {
    const inflated = inflateSync(raw, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
    return budget.spendBytes(inflated.length) ? inflated : undefined;
  } catch {
    return undefined;
  }
}

/** Undoes the predictors of PNG (ISO 32000-2 §7.4.4.4) for one byte a sample, as structure is stored; undefined for others. */
function unpredict(content: Buffer, parameters: PdfDictionary): Buffer | undefined {
  const predictor = countIn(parameters, 'Predictor') ?? 1;
  if (predictor === 1) return content;
  const columns = countIn(parameters, 'Columns') ?? 1;
  if (predictor < 10 || columns === 0 || columns > 65_536) return undefined;
  const rows = Math.floor(content.length / (columns + 1));
  const out = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const type = content[row * (columns + 1)] ?? 0;
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const left = column === 0 ? 0 : (out[at - 1] ?? 0);
      const up = row === 0 ? 0 : (out[at - columns] ?? 0);
      const upLeft = row === 0 || column === 0 ? 0 : (out[at - columns - 1] ?? 0);
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, upLeft)][type] ?? 0;
      out[at] = ((content[row * (columns + 1) + 1 + column] ?? 0) + predicted) & 0xff;
    }
  }
  return out;
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const distances = [left, up, upLeft].map((value) => Math.abs(estimate - value));
  const [a = 0, b = 0, c = 0] = distances;
  if (a <= b && a <= c) return left;
  return b <= c ? up : upLeft;
}
