import { createWordCounter } from './count-words.ts';
import { detectLanguage } from './detect-language.ts';
import { createLanguageSample } from './language-sample.ts';

/** What is known of a text when all of it has been seen. */
export interface TextFacts {
  /** Unicode code points. */
  readonly characterCount: number;
  readonly wordCount: number;
  /** Present and true when the text is so long that the words of its end were estimated. */
  readonly wordCountIsEstimated?: true;
  /** ISO 639-1; null when unsure, also for a text in several languages. */
  readonly language: string | null;
}

export interface TextFactsReader {
  /** Takes the next piece, cut anywhere between characters. */
  add(piece: string): void;
  /** Ends the text. */
  facts(): TextFacts;
}

/** A piece without a gap between words is cut once it is this long. */
const maxCarry = 65_536;

/** Counts and samples a text that comes in pieces, in constant memory. */
export function readTextFacts(): TextFactsReader {
  const words = createWordCounter();
  const sample = createLanguageSample();
  let characterCount = 0;
  let carry = '';
  return {
    add(piece) {
      characterCount += countCharacters(piece);
      sample.add(piece);
      const text = carry + piece;
      const gap = lastGap(text);
      const end = gap === 0 && text.length > maxCarry ? text.length : gap;
      carry = text.slice(end);
      if (end > 0) words.add(text.slice(0, end));
    },
    facts() {
      if (carry !== '') words.add(carry);
      const { words: wordCount, isExact } = words.result();
      return {
        characterCount,
        wordCount,
        ...(isExact ? {} : { wordCountIsEstimated: true }),
        language: detectLanguage(sample.excerpts()),
      };
    },
  };
}

function countCharacters(piece: string): number {
  let count = piece.length;
  for (let at = 0; at < piece.length; at += 1) {
    const unit = piece.charCodeAt(at);
    if (unit >= 0xdc00 && unit <= 0xdfff) count -= 1;
  }
  return count;
}

/** Where a piece may end: behind its last white space. */
function lastGap(text: string): number {
  let at = text.length;
  while (at > 0 && !/\s/.test(text.charAt(at - 1))) at -= 1;
  return at;
}
