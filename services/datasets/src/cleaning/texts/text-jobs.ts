import type { PersonalData } from './personal-data/placeholders.ts';
import type { PiecePlace } from './reading/read-piece.ts';
import type { RecordFormat } from './records/record-format.ts';
import type { RowPlace } from './records/table-layout.ts';
import type { SurveyInput, TextSurvey } from './reading/survey-text.ts';
import type { TextMeasure } from './similarity/measure-text.ts';
import type { IdentifiedLanguage } from './statistics/identify-language.ts';
import type { TextStatistics } from './statistics/count-statistics.ts';

/** Names a job with its input and output, as a `JobTable` does. */
interface Job<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

/** A piece of a text, and the values of the pieces before it. */
export interface PieceInput extends PiecePlace {
  readonly records: RecordFormat | null;
  readonly measure: TextMeasure;
}

export interface PieceOutput {
  /** In UTF-8; undefined if the bytes of the file are the same. */
  readonly content: Buffer | undefined;
  /** Bytes of the file that the piece has. */
  readonly sizeBytes: number;
  readonly next: number | undefined;
  readonly measure: TextMeasure;
}

export interface StandardPiece extends PieceOutput {
  readonly steps: readonly string[];
}

export interface PiecePersonalData extends PieceOutput {
  /** Offsets are bytes of the piece in UTF-8. */
  readonly found: readonly PersonalData[];
  /** The place in its row at which the next piece begins: a line may be longer than a piece. */
  readonly rowPlace: RowPlace;
}

/** A piece of a text in which personal data are searched. */
export interface SearchedPiece extends PieceInput {
  readonly language: string | null;
  /** The place in its row at which the piece begins. */
  readonly rowPlace: RowPlace;
}

/** A text that is read as a whole. */
export interface WholeInput {
  readonly path: string;
  /** The MIME type that the bytes show. */
  readonly type: string;
}

/** The text of a document, or the reason why it has none that can be used. */
export type ExtractedText =
  | {
      readonly state: 'text';
      readonly content: Buffer;
      readonly measure: TextMeasure;
      readonly language: string | null;
    }
  | { readonly state: 'no_text' | 'encrypted' | 'text_incomplete' };

/** The jobs of the text worker, a `JobTable`. Each reads untrusted bytes in the memory of one piece, and writes nothing. */
export type TextJobs = Readonly<{
  survey: Job<SurveyInput, TextSurvey>;
  standardizePiece: Job<PieceInput, StandardPiece>;
  findInPiece: Job<SearchedPiece, PiecePersonalData>;
  measurePiece: Job<PieceInput, PieceOutput>;
  extract: Job<WholeInput, ExtractedText>;
  identifyLanguage: Job<WholeInput, IdentifiedLanguage>;
  countStatistics: Job<WholeInput, TextStatistics>;
  /** True if two texts that share most sequences of words have the same content. */
  confirmTexts: Job<
    { readonly paths: readonly [string, string]; readonly types: readonly [string, string] },
    boolean
  >;
}>;
