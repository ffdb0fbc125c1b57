import { parseValue } from '../parse-pdf-value.ts';
import type { PdfFile } from '../pdf-file.ts';
import { countIn, isDictionary, referenceNumber } from '../pdf-value.ts';
import type { PdfDictionary, PdfValue } from '../pdf-value.ts';
import { readObject } from '../read-stream.ts';
import type { XrefEntries } from '../read-xref-section.ts';
import { isPageNode } from './value-graph.ts';

/** The objects of a PDF as they were after one of its saves. */
export interface PdfState {
  readonly catalog: PdfDictionary | undefined;
  /** Where an object was written, in a form that another save changes; undefined where there is none. */
  readonly findPlace: (number: number) => string | undefined;
  /** The value of an object; undefined where there is none, or it is encrypted, damaged or beyond the budget of the file. */
  readonly read: (number: number) => PdfValue | undefined;
  /** Follows a reference. */
  readonly resolve: (value: PdfValue | undefined) => PdfValue | undefined;
  /** Returns true where an object is a page or a node of the page tree. */
  readonly isPageNode: (number: number) => boolean;
}

/** Returns a function that opens the state after a revision, by its index. Values that were parsed for one state are kept for the others. */
export function openPdfState(pdf: PdfFile): (revision: number) => PdfState {
  const states = new Map<number, PdfState>();
  const values: ParsedValues = { objects: new Map(), containers: new Map() };
  return (revision) => {
    const known = states.get(revision);
    if (known !== undefined) return known;
    const state = createState(pdf, revision, values);
    states.set(revision, state);
    return state;
  };
}

/** Parsed values, by the place where they were written. */
interface ParsedValues {
  readonly objects: Map<number, PdfValue | undefined>;
  readonly containers: Map<number, ReadonlyMap<number, PdfValue>>;
}

function createState(pdf: PdfFile, revision: number, values: ParsedValues): PdfState {
  const entries = collectEntries(pdf, revision);
  const read = (number: number): PdfValue | undefined => {
    const place = entries.get(number) ?? 0;
    if (place > 0) return readAt(pdf, place, values);
    const container = place === 0 ? 0 : (entries.get(-place) ?? 0);
    return container > 0 ? readContainer(pdf, container, values).get(number) : undefined;
  };
  const resolve = (value: PdfValue | undefined): PdfValue | undefined => {
    const number = referenceNumber(value);
    return number === undefined ? value : read(number);
  };
  const catalog = resolve(pdf.revisions[revision]?.trailer.entries.get('Root'));
  return {
    catalog: isDictionary(catalog) ? catalog : undefined,
    findPlace: (number) => {
      const place = entries.get(number) ?? 0;
      if (place >= 0) return place === 0 ? undefined : String(place);
      return `${String(-place)} at ${String(entries.get(-place))}`;
    },
    read,
    resolve,
    isPageNode: (number) => {
      const value = read(number);
      return isDictionary(value) && isPageNode(value);
    },
  };
}

function collectEntries({ revisions }: PdfFile, revision: number): XrefEntries {
  const entries: XrefEntries = new Map();
  for (const { sections } of revisions.slice(0, revision + 1)) {
    for (const [number, place] of sections.flatMap((section) => [...section.entries]))
      entries.set(number, place);
  }
  return entries;
}

function readAt({ bytes, budget }: PdfFile, place: number, { objects }: ParsedValues): PdfValue | undefined {
  if (!objects.has(place)) objects.set(place, readObject(bytes, place, budget)?.value);
  return objects.get(place);
}

/** The values in an object stream (ISO 32000-2 §7.5.7); none where it is encrypted. */
function readContainer(
  pdf: PdfFile,
  place: number,
  { containers }: ParsedValues,
): ReadonlyMap<number, PdfValue> {
  const known = containers.get(place);
  if (known !== undefined) return known;
  const found = new Map<number, PdfValue>();
  containers.set(place, found);
  const stream = pdf.streamAt(place);
  if (stream === undefined) return found;
  const first = countIn(stream.dictionary, 'First') ?? 0;
  const numbers = stream.content.toString('latin1', 0, first).trim().split(/\s+/).map(Number);
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const [number = 0, offset = 0] = numbers.slice(at, at + 2);
    const parsed = parseValue(stream.content, first + offset);
    if (parsed === undefined || !pdf.budget.spendBytes(parsed.end - first - offset)) continue;
    found.set(number, parsed.value);
  }
  return found;
}
