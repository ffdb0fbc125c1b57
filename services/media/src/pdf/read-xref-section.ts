import { isWordAt, parseValue, skipSpace } from './parse-pdf-value.ts';
import { arrayIn, countIn, isDictionary } from './pdf-value.ts';
import type { PdfDictionary } from './pdf-value.ts';
import { readStream } from './read-stream.ts';
import type { ReadBudget } from './read-stream.ts';

/**
 * Where a section says that objects are, by their numbers: a positive offset of the file; 0 for an object that was freed; minus the number
 * of the object stream that an object is in.
 */
export type XrefEntries = Map<number, number>;

/** A cross-reference section (ISO 32000-2 §7.5.4, §7.5.8): what one save of a file, or half of a linearized one, wrote. */
export interface XrefSection {
  readonly offset: number;
  readonly kind: 'table' | 'stream';
  readonly entries: XrefEntries;
  readonly trailer: PdfDictionary;
}

/** Bytes of a field; some writers reserve eight for an offset. */
const maxWidth = 8;

/** Reads the section at an offset of the file; undefined when none is there, or it is damaged. */
export function readXrefSection(file: Buffer, offset: number, budget: ReadBudget): XrefSection | undefined {
  const start = skipSpace(file, offset);
  return isWordAt(file, start, 'xref') ? readTable(file, start, budget) : readXrefStream(file, start, budget);
}

function readTable(file: Buffer, offset: number, budget: ReadBudget): XrefSection | undefined {
  const entries: XrefEntries = new Map();
  let at = skipSpace(file, offset + 4);
  while (!isWordAt(file, at, 'trailer')) {
    const head = /^(\d{1,10})\s+(\d{1,10})\s*/.exec(file.toString('latin1', at, at + 40));
    if (head === null) return undefined;
    at += head[0].length;
    const first = Number(head[1]);
    for (let index = 0; index < Number(head[2]); index += 1) {
      const row = /^(\d{1,10})\s+(\d{1,5})\s+([nf])\s*/.exec(file.toString('latin1', at, at + 24));
      if (row === null || !budget.spendEntries(1)) return undefined;
      entries.set(first + index, row[3] === 'n' ? Number(row[1]) : 0);
      at += row[0].length;
    }
  }
  const trailer = parseValue(file, at + 'trailer'.length)?.value;
  return isDictionary(trailer) ? { offset, kind: 'table', entries, trailer } : undefined;
}

function readXrefStream(file: Buffer, offset: number, budget: ReadBudget): XrefSection | undefined {
  const stream = readStream(file, offset, budget);
  if (stream === undefined) return undefined;
  const { dictionary: trailer, content } = stream;
  const widths = arrayIn(trailer, 'W').map(Number);
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  const rowWidth = typeWidth + secondWidth + thirdWidth;
  if (widths.length !== 3 || !widths.every((width) => width >= 0 && width <= maxWidth) || rowWidth === 0)
    return undefined;
  const entries: XrefEntries = new Map();
  const index = arrayIn(trailer, 'Index').map(Number);
  const ranges = index.length === 0 ? [0, countIn(trailer, 'Size') ?? 0] : index;
  let at = 0;
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    const [first = 0, count = 0] = ranges.slice(range, range + 2);
    for (let number = first; number < first + count && at + rowWidth <= content.length; number += 1) {
      if (!budget.spendEntries(1)) return undefined;
      const type = typeWidth === 0 ? 1 : wholeNumber(content, at, typeWidth);
      const second = secondWidth === 0 ? 0 : wholeNumber(content, at + typeWidth, secondWidth);
      if (type <= 2) entries.set(number, type === 1 ? second : type === 2 ? -second : 0);
      at += rowWidth;
    }
  }
  return { offset, kind: 'stream', entries, trailer };
}

/** Big-endian, of any width; what is too large to be exact is beyond any file too. */
function wholeNumber(content: Buffer, at: number, width: number): number {
  return content.subarray(at, at + width).reduce((value, byte) => value * 256 + byte, 0);
}
