import { createColumnReader } from '../records/table-layout.ts';
import type { TableLayout } from '../records/table-layout.ts';
import { unifyCharacters } from '../scripts/unify-characters.ts';

/** A text in which personal data are searched. */
export interface SearchText {
  /** With ASCII digits. Offsets are those of the original text. */
  readonly text: string;
  /** ISO 639-1; null if unknown. */
  readonly language: string | null;
  /** The delimiter of a table. */
  readonly delimiter: string | undefined;
  /** Returns the JSON key or CSV header of a value that is a whole field, as words; empty without name, undefined if the value is a part of a text. */
  readLabel(start: number, end: number): string | undefined;
  /** Returns the label of a field, or else the text before the value. */
  readIntroduction(start: number, end: number): string;
}

const introductionLength = 48;

export function createSearchText(
  original: string,
  { language, layout }: { readonly language: string | null; readonly layout: TableLayout | null },
): SearchText {
  const text = unifyCharacters(original);
  const hasKeys = anyKey.test(text);
  const readHeader = layout === null ? undefined : createHeaderReader(text, layout);
  const readLabel = (start: number, end: number): string | undefined =>
    (hasKeys ? readJsonKey(text, start, end) : undefined) ?? readHeader?.(start, end);
  return {
    text,
    language,
    delimiter: layout?.delimiter,
    readLabel,
    readIntroduction(start, end) {
      const label = readLabel(start, end);
      return label === undefined ? text.slice(Math.max(0, start - introductionLength), start) : `${label}: `;
    },
  };
}

const keyLength = 100;
const arrayLength = 300;
const anyKey = /["']\s{0,4}:/u;
const jsonKey = /(?<quote>["'])(?<key>[^"'\n\\]{1,60})\k<quote>\s{0,4}:\s{0,4}["']?$/u;
const jsonArrayKey = /(?<quote>["'])(?<key>[^"'\n\\]{1,60})\k<quote>\s{0,4}:\s{0,4}\[[^\][{}]*$/u;
const jsonEnd = /^["']?\s{0,8}(?:[,}\]\n\r]|$)/u;

function readJsonKey(text: string, start: number, end: number): string | undefined {
  if (!/[\s"':,[]/u.test(text.charAt(start - 1)) || !jsonEnd.test(text.slice(end, end + 10)))
    return undefined;
  const direct = jsonKey.exec(text.slice(Math.max(0, start - keyLength), start))?.groups?.['key'];
  if (direct !== undefined) return splitWords(direct);
  if (!/["'[,\s]/u.test(text.charAt(start - 1))) return undefined;
  const before = text.slice(Math.max(0, start - arrayLength), start);
  const open = before.lastIndexOf('[');
  if (open === -1 || before.includes(']', open)) return undefined;
  const listed = jsonArrayKey.exec(before)?.groups?.['key'];
  return listed === undefined ? undefined : splitWords(listed);
}

function createHeaderReader(
  text: string,
  { delimiter, header, start: begin }: TableLayout,
): (start: number, end: number) => string | undefined {
  const columns = createColumnReader(text, delimiter, begin);
  const isEdge = (character: string): boolean => ['', '\n', '\r', delimiter].includes(character);
  return (start, end) => {
    const before = text.charAt(start - 1) === '"' ? text.charAt(start - 2) : text.charAt(start - 1);
    const after = text.charAt(end) === '"' ? text.charAt(end + 1) : text.charAt(end);
    if (!isEdge(before) || !isEdge(after)) return undefined;
    return splitWords(header[columns.read(start).column] ?? '');
  };
}

/** Writes `customerId` and `customer_id` as "customer id". */
function splitWords(name: string): string {
  return name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/[_./\d-]+/gu, ' ')
    .trim();
}
