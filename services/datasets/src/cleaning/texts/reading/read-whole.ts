import { readDocumentText } from '@assay/media/document/read-document-text';
import { UndecodableError } from '@assay/media/limits/undecodable-error';
import { isDocument } from './file-types.ts';
import { standardizeCharacters } from '../standard/standardize-characters.ts';
import { addToMeasure, startMeasure } from '../similarity/measure-text.ts';
import { identifyLanguage } from '../statistics/identify-language.ts';
import type { ExtractedText, WholeInput } from '../text-jobs.ts';
import { readPieces } from './read-piece.ts';
import { surveyText } from './survey-text.ts';

/** A longer text of a document is not used: 16 million units are 32 MB, and a child holds the text several times. */
const limits = { maxLength: 16 * 2 ** 20, maxMs: 60_000 };
/** Segmenting takes a hundred times the memory of its text. */
const segmentedBytes = 2 ** 16;
const hasText = /[\p{L}\p{N}]/u;

/**
 * Extracts the text of a document in the standard form.
 * @throws UndecodableError
 */
export async function extractText({ path, type }: WholeInput): Promise<ExtractedText> {
  const content = await readDocumentText(path, type, limits);
  if (content.state === 'encrypted') return { state: 'encrypted' };
  // A part of a text would be mistaken for the whole.
  if (content.state === 'incomplete') return { state: 'text_incomplete' };
  const { text } = standardizeCharacters(content.text, null);
  if (!hasText.test(text)) return { state: 'no_text' };
  const measure = startMeasure();
  addToMeasure(measure, text);
  const { language } = await identifyLanguage([text]);
  return { state: 'text', content: Buffer.from(text), measure, language };
}

/**
 * Reads the text of a text file or a document piece by piece, in the standard form.
 * @throws UndecodableError also for a document without text that can be used
 */
export async function* readWholeText(input: WholeInput): AsyncGenerator<string> {
  if (isDocument(input.type)) {
    const extracted = await extractText(input);
    if (extracted.state !== 'text') throw new UndecodableError(explanations[extracted.state]);
    yield extracted.content.toString();
    return;
  }
  const { encoding, records } = await surveyText({ path: input.path, withPlaceholders: false });
  for await (const { text } of readPieces({ path: input.path, encoding }, segmentedBytes))
    yield standardizeCharacters(text, records).text;
}

const explanations = {
  no_text: 'the document has no text',
  encrypted: 'the document is encrypted',
  text_incomplete: 'the text of the document could not be read to its end',
} as const;
