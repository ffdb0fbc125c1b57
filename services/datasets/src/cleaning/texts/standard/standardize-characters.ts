import type { RecordFormat } from '../records/record-format.ts';
import { removeZeroWidth } from './remove-zero-width.ts';

/** A text in the standard form, and the steps that changed it. */
export interface StandardText {
  readonly text: string;
  readonly steps: readonly StandardStep[];
}

/** The steps of the standard form that concern characters, in their order. */
export type StandardStep = 'control-characters' | 'line-ends' | 'zero-width' | 'nfc';

type Step = (text: string, records: RecordFormat | null) => string;

const steps: readonly (readonly [StandardStep, Step])[] = [
  ['control-characters', removeControls],
  ['line-ends', endLines],
  ['zero-width', (text, records) => endRecords(protectCells(removeZeroWidth, text, records), records)],
  ['nfc', composeCharacters],
];

/**
 * Brings the characters of a text into the standard form. A second pass changes nothing. Records stay records: no separator in a record becomes a
 * line end, and no cell of a table begins or ends elsewhere.
 */
export function standardizeCharacters(text: string, records: RecordFormat | null = null): StandardText {
  const applied: StandardStep[] = [];
  let current = text;
  for (const [name, apply] of steps) {
    const next = apply(current, records);
    if (next !== current) applied.push(name);
    current = next;
  }
  return { text: current, steps: applied };
}

function endLines(text: string, records: RecordFormat | null): string {
  if (records !== null) return endRecords(text, records);
  return text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n');
}

/** Removed characters may have been between a carriage return and a line feed. */
function endRecords(text: string, records: RecordFormat | null): string {
  if (records === null) return text;
  return text.replace(records.hasLineFeeds ? /\r\n/g : /\r\n?/g, '\n');
}

/** Characters before a quotation mark at the beginning of a cell: without them, the mark would quote the cell. */
const beforeQuote = '[^\\P{C}\\t\\n\\r]+(?=")';

/** Applies a step to a text without the beginnings of cells that a removal would turn into quoted ones. */
function protectCells(apply: (text: string) => string, text: string, records: RecordFormat | null): string {
  if (records?.kind !== 'table') return apply(text);
  const delimiter = escapeExpression(records.layout?.delimiter ?? ',');
  const start = new RegExp(`(?<=^|[\\n\\r${delimiter}])(${beforeQuote})`, 'u');
  if (!start.test(text)) return apply(text);
  const parts = text.split(start);
  return parts.map((part, index) => (index % 2 === 0 ? apply(part) : part)).join('');
}

function escapeExpression(character: string): string {
  return character === '|' ? '\\|' : character;
}

/** Colors and cursor movements of terminals (ECMA-48 §5.4), whose letters would remain without their escape. */
const terminalSequence = /\u001b\[[0-?]*[ -/]*[@-~]/g;
/** All of C0, DEL and C1 but tab and the line ends, and noncharacters. */
const control = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufdd0-\ufdef\ufffe\uffff]/g;

/** No language writes as many marks on one letter. Sorting them takes a time that grows with the square of their number. */
const longMarkRun = /((?<!\p{M})\p{M}{64,})/u;

/** Its composed form is the semicolon. */
const greekQuestionMark = '\u037e';

/** Composes all characters except those with so many marks that they are none of a text. */
function composeCharacters(text: string, records: RecordFormat | null): string {
  if (records?.layout?.delimiter === ';' && text.includes(greekQuestionMark))
    return text
      .split(greekQuestionMark)
      .map((part) => composeCharacters(part, null))
      .join(greekQuestionMark);
  if (!longMarkRun.test(text)) return text.normalize('NFC');
  const parts = text.split(longMarkRun);
  return parts.map((part, index) => (index % 2 === 0 ? part.normalize('NFC') : part)).join('');
}

function removeControls(text: string, records: RecordFormat | null): string {
  if (records === null) return text.replace(terminalSequence, '').replace(control, '');
  const delimiter = records.layout?.delimiter ?? ',';
  const remove = (part: string): string =>
    part
      .replace(terminalSequence, (sequence) =>
        /["]/.test(sequence) || sequence.includes(delimiter) ? sequence.slice(1) : '',
      )
      .replace(control, '');
  return protectCells(remove, text, records);
}
