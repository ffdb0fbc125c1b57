import { findPersonalData } from '../personal-data/find-personal-data.ts';
import type { PersonalData } from '../personal-data/placeholders.ts';
import { addToMeasure } from '../similarity/measure-text.ts';
import type { TextMeasure } from '../similarity/measure-text.ts';
import type { RecordFormat } from '../records/record-format.ts';
import { createColumnReader, rowStart } from '../records/table-layout.ts';
import type { RowPlace } from '../records/table-layout.ts';
import { standardizeCharacters } from '../standard/standardize-characters.ts';
import type {
  PieceInput,
  PieceOutput,
  PiecePersonalData,
  SearchedPiece,
  StandardPiece,
} from '../text-jobs.ts';
import { readPiece } from './read-piece.ts';
import type { TextPiece } from './read-piece.ts';

/** Brings a piece of a text into the standard form. */
export async function standardizePiece(input: PieceInput): Promise<StandardPiece> {
  const piece = await readPiece(input);
  const { text, steps } = standardizeCharacters(piece.text, input.records);
  const content = steps.length === 0 ? piece.content : Buffer.from(text);
  const isReencoded = !piece.content.equals(piece.bytes);
  const allSteps = isReencoded ? ['utf-8', ...steps] : steps;
  return { ...output(piece, content, add(input.measure, text)), steps: allSteps };
}

/** Finds the personal data of a piece. Its text stays as it is. */
export async function findInPiece(input: SearchedPiece): Promise<PiecePersonalData> {
  const piece = await readPiece(input);
  const { language, rowPlace } = input;
  const records = startAt(input.records, rowPlace);
  const found = toByteOffsets(piece.text, findPersonalData(piece.text, language, records));
  const read = output(piece, piece.content, addStandard(input, piece.text));
  const next = findRowEnd(piece.text, records);
  return { ...read, found, rowPlace: next, ...(found.length > 0 ? { content: piece.content } : {}) };
}

function startAt(records: RecordFormat | null, start: RowPlace): RecordFormat | null {
  const layout = records?.layout;
  return layout ? { ...records, layout: { ...layout, start } } : records;
}

/** Returns the place in its row at which a piece ends. */
function findRowEnd(text: string, records: RecordFormat | null): RowPlace {
  const layout = records?.layout;
  if (!layout || text.endsWith('\n')) return rowStart;
  return createColumnReader(text, layout.delimiter, layout.start).read(text.length);
}

/** Reads the features of a piece, as those of the standard form. */
export async function measurePiece(input: PieceInput): Promise<PieceOutput> {
  const piece = await readPiece(input);
  return { ...output(piece, piece.content, addStandard(input, piece.text)), content: undefined };
}

function output({ bytes, next }: TextPiece, content: Buffer, measure: TextMeasure): PieceOutput {
  return { content: content.equals(bytes) ? undefined : content, sizeBytes: bytes.byteLength, next, measure };
}

function addStandard({ measure, records }: PieceInput, text: string): TextMeasure {
  return add(measure, standardizeCharacters(text, records).text);
}

function add(measure: TextMeasure, text: string): TextMeasure {
  addToMeasure(measure, text);
  return measure;
}

function toByteOffsets(text: string, found: readonly PersonalData[]): readonly PersonalData[] {
  let at = 0;
  let bytes = 0;
  const advance = (end: number): number => {
    bytes += Buffer.byteLength(text.slice(at, end));
    at = end;
    return bytes;
  };
  return found.map((one) => ({ ...one, start: advance(one.start), end: advance(one.end) }));
}
