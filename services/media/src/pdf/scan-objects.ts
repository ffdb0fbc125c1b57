import { parseValue } from './parse-pdf-value.ts';
import { countIn, isDictionary } from './pdf-value.ts';
import type { PdfDictionary } from './pdf-value.ts';
import type { PdfFile } from './pdf-file.ts';
import { headAt, readObject } from './read-stream.ts';
import type { ReadBudget } from './read-stream.ts';
import type { XrefSection } from './read-xref-section.ts';

/** An object that is a dictionary or a stream, as one revision wrote it. */
export interface ScannedObject {
  readonly number: number;
  readonly dictionary: PdfDictionary;
  /** Index of the revision that wrote it. */
  readonly revision: number;
  /** False when a later revision replaced or freed it. */
  readonly isCurrent: boolean;
}

/**
 * Goes through the dictionaries of all revisions, those in object streams too, which are left out where they are encrypted or
 * beyond the budget.
 */
export function* scanObjects(pdf: PdfFile, budget: ReadBudget = pdf.budget): Generator<ScannedObject> {
  const { bytes, revisions, entries: current } = pdf;
  const unread: UnreadPlaces = new Map([[0, undefined]]);
  for (const [revision, { sections }] of revisions.entries()) {
    for (const [number, place] of newPlaces(bytes, { sections, unread })) {
      const objects =
        place > 0 ? objectAt(bytes, { number, place }, budget) : objectsIn(pdf, current.get(-place), budget);
      for (const object of objects) {
        yield { ...object, revision, isCurrent: current.get(object.number) === place };
      }
    }
  }
}

/** Of each place that was named the number of the object there; undefined where none begins, or it was read. */
type UnreadPlaces = Map<number, number | undefined>;

/**
 * The places that no section before named: some writers repeat all of them with every save. Some list objects that they do not use
 * at the place of another one, which is read under its own number.
 */
function* newPlaces(
  file: Buffer,
  { sections, unread }: { readonly sections: readonly XrefSection[]; readonly unread: UnreadPlaces },
): Generator<[number, number]> {
  for (const [number, place] of sections.flatMap(({ entries }) => [...entries])) {
    if (!unread.has(place)) unread.set(place, place > 0 ? headAt(file, place)?.number : number);
    if (unread.get(place) !== number) continue;
    unread.set(place, undefined);
    yield [number, place];
  }
}

type NumberedDictionary = Pick<ScannedObject, 'number' | 'dictionary'>;

/** The object at a place of the file, when it is a dictionary or stream. */
function objectAt(
  file: Buffer,
  { number, place }: { readonly number: number; readonly place: number },
  budget: ReadBudget,
): readonly NumberedDictionary[] {
  const object = readObject(file, place, budget);
  return object !== undefined && isDictionary(object.value) ? [{ number, dictionary: object.value }] : [];
}

/** The dictionaries of the object stream at a place of the file (ISO 32000-2 §7.5.7). */
function* objectsIn(
  pdf: PdfFile,
  place: number | undefined,
  budget: ReadBudget,
): Generator<NumberedDictionary> {
  const stream = place === undefined ? undefined : pdf.streamAt(place);
  if (stream === undefined) return;
  const { dictionary, content } = stream;
  const first = countIn(dictionary, 'First') ?? 0;
  const numbers = content.toString('latin1', 0, first).trim().split(/\s+/).map(Number);
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const [number = 0, offset = 0] = numbers.slice(at, at + 2);
    const parsed = parseValue(content, first + offset);
    if (parsed === undefined || !budget.spendBytes(parsed.end - first - offset)) continue;
    if (isDictionary(parsed.value)) yield { number, dictionary: parsed.value };
  }
}
