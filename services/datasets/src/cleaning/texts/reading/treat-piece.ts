import { findPersonalData } from '../personal-data/find-personal-data.ts';
import type { PersonalData } from '../personal-data/placeholders.ts';
import { addToMeasure } from '../similarity/measure-text.ts';
import type { TextMeasure } from '../similarity/measure-text.ts';
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
  const found = toByteOffsets(piece.text, findPersonalData(piece.text, input.language, input.records));
  const read = output(piece, piece.content, addStandard(input, piece.text));
  return { ...read, found, ...(found.length > 0 ? { content: piece.content } : {}) };
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
  let [at, bytes] = [0, 0];
  const advance = (end: number): number => {
    bytes += Buffer.byteLength(text.slice(at, end));
    at = end;
    return bytes;
  };
  return found.map((one) => ({ ...one, start: advance(one.start), end: advance(one.end) }));
}
