/** Scripts written without spaces, which the segmenter splits by dictionaries at ten times the cost. */
const needsDictionary = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const dictionaryCost = 10;
/** What segmenting may cost, in characters of a script with spaces: some three seconds. */
const maxCost = 30_000_000;

export interface WordCount {
  readonly words: number;
  /** False when a text was so long that the words of its end are estimated by those before. */
  readonly isExact: boolean;
}

export interface WordCounter {
  /** Takes the next piece of a text; pieces end between words. */
  add(piece: string): void;
  result(): WordCount;
}

/** Counts words as Unicode segments text (UAX #29, by dictionaries where a script has no spaces). */
export function createWordCounter(): WordCounter {
  const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
  const ascii = { words: 0 };
  const segmented = { words: 0, length: 0, cost: 0 };
  let skippedLength = 0;
  return {
    add(piece) {
      if (isAscii(piece)) {
        ascii.words += countAsciiWords(piece);
      } else if (segmented.cost < maxCost) {
        for (const { isWordLike } of segmenter.segment(piece)) if (isWordLike === true) segmented.words += 1;
        segmented.length += piece.length;
        segmented.cost += piece.length * (needsDictionary.test(piece) ? dictionaryCost : 1);
      } else {
        skippedLength += piece.length;
      }
    },
    result() {
      const estimate = skippedLength === 0 ? 0 : (segmented.words / segmented.length) * skippedLength;
      return { words: ascii.words + segmented.words + Math.round(estimate), isExact: skippedLength === 0 };
    },
  };
}

const isAscii = (piece: string): boolean => /^[\0-\x7f]*$/.test(piece);

const letter = 1;
const digit = 2;
const underscore = 3;
const midAny = 4;
const midLetter = 5;
const midNumber = 6;
const classes = asciiClasses();

/**
 * The segmenter's count for ASCII without the segmenter: words are runs of letters, digits and underscores (not a single
 * underscore), joined by one `'` or `.`, by `:` between letters, by `,` or `;` between digits.
 */
function countAsciiWords(piece: string): number {
  let words = 0;
  let before = 0;
  let isWord = false;
  for (let at = 0; at < piece.length; at += 1) {
    const kind = classes[piece.charCodeAt(at)] ?? 0;
    if (kind === letter || kind === digit || (kind === underscore && before === underscore)) {
      if (!isWord) words += 1;
      isWord = true;
    } else if (kind !== underscore && !joins(kind, before, classes[piece.charCodeAt(at + 1)])) {
      isWord = false;
    }
    before = kind;
  }
  return words;
}

function joins(kind: number, before: number, after: number | undefined): boolean {
  if (kind === 0 || before !== after) return false;
  return before === letter ? kind === midAny || kind === midLetter : before === digit && kind !== midLetter;
}

function asciiClasses(): Uint8Array {
  const table = new Uint8Array(128);
  const fill = (characters: string, kind: number): void => {
    for (const character of characters) table[character.charCodeAt(0)] = kind;
  };
  fill('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', letter);
  fill('0123456789', digit);
  fill('_', underscore);
  fill(`'.`, midAny);
  fill(':', midLetter);
  fill(',;', midNumber);
  return table;
}
