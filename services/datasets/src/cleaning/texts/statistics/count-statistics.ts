import { detectLanguage } from '@assay/media/text/detect-language';
import { createLanguageSample } from '@assay/media/text/language-sample';
import { createWordSet } from './word-set.ts';

/** Counts of a text. */
export interface TextStatistics {
  /** Unicode code points, line ends included. */
  readonly characters: number;
  /** As Unicode segments text (UAX #29), by dictionaries in scripts without spaces. */
  readonly words: number;
  readonly sentences: number;
  /** A last line without line end counts. */
  readonly lines: number;
  /** Different words, upper and lower case alike. */
  readonly uniqueWords: number;
  /** Present and true when a text has more different words than are counted. */
  readonly uniqueWordsIsMinimum?: true;
  /** Code points; null for a text without words. */
  readonly meanWordLength: number | null;
  /** ISO 639-1; null if not certain. */
  readonly language: string | null;
}

/** The segmenter keeps its input until the memory is collected, which is soon for small strings only. */
const maxBlock = 16_384;

/** Counts a text that is read piece by piece. A piece ends after a line or a word. */
export async function countStatistics(
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<TextStatistics> {
  const unique = createWordSet();
  const counts = { characters: 0, words: 0, sentences: 0, lines: 0, wordLength: 0, uncounted: 0 };
  let isOpenLine = false;
  const sample = createLanguageSample();
  const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });
  const countWords = (block: string): void => {
    for (const { segment, isWordLike } of wordSegmenter.segment(block)) {
      if (isWordLike !== true) continue;
      counts.words += 1;
      counts.wordLength += countCodePoints(segment);
      if (!unique.add(segment.toLowerCase())) counts.uncounted += 1;
    }
  };
  for await (const piece of pieces) {
    if (piece === '') continue;
    counts.characters += countCodePoints(piece);
    counts.lines += piece.split('\n').length - 1;
    isOpenLine = !piece.endsWith('\n');
    for (const block of splitBlocks(piece)) countWords(block);
    counts.sentences += countSentences(piece);
    sample.add(piece);
  }
  const { characters, words, sentences, lines, wordLength } = counts;
  return {
    characters,
    words,
    sentences,
    lines: lines + (isOpenLine ? 1 : 0),
    uniqueWords: unique.size(),
    ...(counts.uncounted > 0 ? { uniqueWordsIsMinimum: true } : {}),
    meanWordLength: words === 0 ? null : wordLength / words,
    language: detectLanguage(sample.excerpts()),
  };
}

function countCodePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0xdc00 || unit > 0xdfff) count += 1;
  }
  return count;
}

/** Cuts a piece after white space, where no word is cut. */
function* splitBlocks(piece: string): Generator<string> {
  for (let start = 0; start < piece.length;) {
    const limit = Math.min(piece.length, start + maxBlock);
    const gap = limit === piece.length ? limit : piece.slice(start, limit).search(/\s\S*$/u) + start + 1;
    const end = gap > start + 1 ? gap : limit;
    yield piece.slice(start, end);
    start = end;
  }
}

const sentenceSegmenter = new Intl.Segmenter('und', { granularity: 'sentence' });
const hasWord = /[\p{L}\p{N}]/u;

/** Counts sentences (UAX #29). A line end within a paragraph is a space, as in texts of fixed width; an empty line ends a sentence. */
function countSentences(piece: string): number {
  const blocks = piece
    .split(/\n\s*\n/u)
    .flatMap((paragraph) => [...splitBlocks(paragraph.replaceAll('\n', ' '))]);
  let count = 0;
  for (const block of blocks) {
    for (const { segment } of sentenceSegmenter.segment(block)) if (hasWord.test(segment)) count += 1;
  }
  return count;
}
