import type { PdfDictionary, PdfName, PdfString, PdfValue } from './pdf-value.ts';

/** What was parsed, and where it ends. */
export interface Parsed<T> {
  readonly value: T;
  readonly end: number;
}

/** Arrays and dictionaries within each other. */
const maxDepth = 40;
const maxNumberLength = 32;

/** Parses the value that begins at `at`, white space and comments skipped; undefined when none does, or it is cut off. */
export function parseValue(bytes: Buffer, at: number, depth = 0): Parsed<PdfValue> | undefined {
  const start = skipSpace(bytes, at);
  const first = bytes[start];
  if (first === undefined || depth > maxDepth) return undefined;
  if (first === slash) return parseName(bytes, start);
  if (first === leftParenthesis) return parseLiteral(bytes, start);
  if (first === leftBracket) return parseArray(bytes, start, depth);
  if (first === less) {
    return bytes[start + 1] === less ? parseDictionary(bytes, start, depth) : parseHex(bytes, start);
  }
  return parseNumberOrReference(bytes, start) ?? parseKeyword(bytes, start);
}

/** Where what is neither white space nor comment comes next. */
export function skipSpace(bytes: Buffer, at: number): number {
  let next = at;
  for (; next < bytes.length; next += 1) {
    if (bytes[next] === percent) {
      while (next < bytes.length && bytes[next] !== 10 && bytes[next] !== 13) next += 1;
    } else if (!isSpace(bytes[next])) {
      break;
    }
  }
  return Math.min(next, bytes.length);
}

/** Whether the bytes at `at` are that word. */
export function isWordAt(bytes: Buffer, at: number, word: string): boolean {
  return bytes.toString('latin1', at, at + word.length) === word;
}

const slash = 0x2f;
const percent = 0x25;
const less = 0x3c;
const greater = 0x3e;
const leftParenthesis = 0x28;
const rightParenthesis = 0x29;
const backslash = 0x5c;
const leftBracket = 0x5b;
const rightBracket = 0x5d;
const delimiters = new Set(Buffer.from('()<>[]{}/%', 'latin1'));

const isSpace = (byte: number | undefined): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0;

function wordEnd(bytes: Buffer, at: number): number {
  let end = at;
  while (end < bytes.length && !isSpace(bytes[end]) && !delimiters.has(bytes[end] ?? 0)) end += 1;
  return end;
}

function parseName(bytes: Buffer, at: number): Parsed<PdfName> {
  const end = wordEnd(bytes, at + 1);
  const name = bytes
    .toString('latin1', at + 1, end)
    .replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { value: { kind: 'name', name }, end };
}

function parseLiteral(bytes: Buffer, at: number): Parsed<PdfString> | undefined {
  let open = 0;
  for (let next = at; next < bytes.length; next += 1) {
    const byte = bytes[next];
    if (byte === backslash) next += 1;
    else if (byte === leftParenthesis) open += 1;
    else if (byte === rightParenthesis) open -= 1;
    if (open === 0)
      return { value: { kind: 'string', bytes: unescaped(bytes, at + 1, next) }, end: next + 1 };
  }
  return undefined;
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '\n': '',
  '\r': '',
  '\r\n': '',
};

function unescaped(bytes: Buffer, start: number, end: number): Buffer {
  if (!bytes.subarray(start, end).includes(backslash)) return bytes.subarray(start, end);
  const text = bytes
    .toString('latin1', start, end)
    .replace(/\\([0-7]{1,3}|\r\n|[^])/g, (_, escape: string) =>
      /^[0-7]/.test(escape)
        ? String.fromCharCode(Number.parseInt(escape, 8) & 0xff)
        : (escapes[escape] ?? escape),
    );
  return Buffer.from(text, 'latin1');
}

function parseHex(bytes: Buffer, at: number): Parsed<PdfString> | undefined {
  const end = bytes.indexOf(greater, at + 1);
  if (end === -1) return undefined;
  const digits = bytes.toString('latin1', at + 1, end).replace(/[^0-9A-Fa-f]/g, '');
  const even = digits.length % 2 === 0 ? digits : `${digits}0`;
  return { value: { kind: 'string', bytes: Buffer.from(even, 'hex') }, end: end + 1 };
}

function parseArray(bytes: Buffer, at: number, depth: number): Parsed<PdfValue[]> | undefined {
  const values: PdfValue[] = [];
  let next = skipSpace(bytes, at + 1);
  while (bytes[next] !== rightBracket) {
    const parsed = parseValue(bytes, next, depth + 1);
    if (parsed === undefined) return undefined;
    values.push(parsed.value);
    next = skipSpace(bytes, parsed.end);
  }
  return { value: values, end: next + 1 };
}

function parseDictionary(bytes: Buffer, at: number, depth: number): Parsed<PdfDictionary> | undefined {
  const entries = new Map<string, PdfValue>();
  let next = skipSpace(bytes, at + 2);
  while (bytes[next] === slash) {
    const key = parseName(bytes, next);
    const parsed = parseValue(bytes, key.end, depth + 1);
    if (parsed === undefined) return undefined;
    entries.set(key.value.name, parsed.value);
    next = skipSpace(bytes, parsed.end);
  }
  const isClosed = bytes[next] === greater && bytes[next + 1] === greater;
  return isClosed ? { value: { kind: 'dictionary', entries }, end: next + 2 } : undefined;
}

function parseNumberOrReference(bytes: Buffer, at: number): Parsed<PdfValue> | undefined {
  const end = wordEnd(bytes, at);
  const word = bytes.toString('latin1', at, Math.min(end, at + maxNumberLength));
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(word)) return undefined;
  if (/^\d+$/.test(word)) {
    const reference = /^\s+\d+\s+R(?![\w])/.exec(bytes.toString('latin1', end, end + maxNumberLength));
    if (reference !== null) {
      return { value: { kind: 'reference', number: Number(word) }, end: end + reference[0].length };
    }
  }
  return { value: Number(word), end };
}

const keywords: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function parseKeyword(bytes: Buffer, at: number): Parsed<boolean | null> | undefined {
  const end = wordEnd(bytes, at);
  const value = keywords.get(bytes.toString('latin1', at, Math.min(end, at + 8)));
  return value === undefined ? undefined : { value, end };
}
