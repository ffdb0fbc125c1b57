import { readTextFile } from '@assay/media/text/read-text-file';
import { UndecodableError } from '@assay/media/limits/undecodable-error';
import { listPlaceholders } from '../personal-data/placeholders.ts';
import type { PlaceholderCounts } from '../personal-data/placeholders.ts';
import { readPieces } from './read-piece.ts';
import { readRecordFormat } from '../records/record-format.ts';
import type { RecordFormat } from '../records/record-format.ts';

/** A text file that is surveyed. */
export interface SurveyInput {
  readonly path: string;
  readonly withPlaceholders: boolean;
  /** The name of the file, whose extension may tell the format. */
  readonly name?: string;
}

/** The values of a whole text that its pieces are treated by. */
export interface TextSurvey {
  /** As the Encoding Standard names it. */
  readonly encoding: string;
  /** ISO 639-1; null if the language is not certain. */
  readonly language: string | null;
  /** The highest number of each placeholder that the text has already; empty unless requested. */
  readonly placeholders: PlaceholderCounts;
  /** The format of JSON and of tables; null for other texts. */
  readonly records: RecordFormat | null;
}

/** NUL and other controls, of which a text has few; UTF-16 is decoded first. */
const controls = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g;
const maxControlShare = 0.01;

/**
 * Reads a text file to its end in constant memory.
 * @throws UndecodableError when it is not a text, or its encoding is unknown
 */
export async function surveyText(input: SurveyInput): Promise<TextSurvey> {
  const { encoding, language = null } = await readTextFile(input.path);
  if (encoding === null)
    throw new UndecodableError('the file could not be decoded: its encoding is not known');
  const placeholders: Record<string, number> = {};
  let records: RecordFormat | null = null;
  let controlCount = 0;
  let length = 0;
  for await (const { text } of readPieces({ path: input.path, encoding })) {
    if (length === 0) records = readRecordFormat(text, input.name);
    controlCount += text.match(controls)?.length ?? 0;
    length += text.length;
    if (input.withPlaceholders) listPlaceholders(text, placeholders);
  }
  // Only the first bytes have been judged so far: a program may begin with text.
  if (controlCount > length * maxControlShare)
    throw new UndecodableError('the file could not be decoded: it is not plain text');
  return { encoding, language, placeholders, records };
}
