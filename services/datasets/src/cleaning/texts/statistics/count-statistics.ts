import { identifyLanguage } from './identify-language.ts';

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

/** About 100 MB of short strings. */
const maxUniqueWords = 500_000;
/** The segmenter needs memory for its input, so that long texts are counted in blocks. */
const maxBlock = 65_536;

/** Counts a text that is read piece by piece. A piece ends after a line or a word. */
export async function countStatistics(
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<TextStatistics> {
  const unique = new Set<string>();
  const counts = { characters: 0, words: 0, sentences: 0, lines: 0, wordLength: 0, uncounted: 0 };
  let isOpenLine = false;
  const kept: string[] = [];
  const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });
  const countWords = (block: string): void => {
    for (const { segment, isWordLike } of wordSegmenter.segment(block)) {
      if (isWordLike !== true) continue;
      counts.words += 1;
      counts.wordLength += countCodePoints(segment);
      const word = segment.toLowerCase();
      if (unique.size < maxUniqueWords) unique.add(word);
      else if (!unique.has(word)) counts.uncounted += 1;
    }
  };
  for await (const piece of pieces) {
    if (piece === '') continue;
    counts.characters += countCodePoints(piece);
    counts.lines += piece.split('\n').length - 1;
    isOpenLine = !piece.endsWith('\n');
    for (const block of splitBlocks(piece)) countWords(block);
    counts.sentences += countSentences(piece);
    kept.push(...sampleExcerpts(piece));
  }
  const { characters, words, sentences, lines, wordLength } = counts;
  return {
    ...{ characters, words, sentences, lines: lines + (isOpenLine ? 1 : 0) },
    uniqueWords: unique.size,
    ...(counts.uncounted > 0 ? { uniqueWordsIsMinimum: true } : {}),
    meanWordLength: words === 0 ? null : wordLength / words,
    language: (await identifyLanguage(kept)).language,
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

const excerptLength = 4_000;

/** The language of a piece is read from its beginning and its middle. */
function sampleExcerpts(piece: string): readonly string[] {
  if (piece.length <= 2 * excerptLength) return [piece];
  const middle = Math.floor(piece.length / 2);
  return [piece.slice(0, excerptLength), piece.slice(middle, middle + excerptLength)];
}
