import type { TextFeatures } from '../text-features.ts';
import { addMember, createSignature, encodeSignature, hashSequence, hashWord } from './min-hash.ts';

/** The running values of a text that is read piece by piece. They survive structured cloning. */
export interface TextMeasure {
  readonly signature: Uint32Array;
  /** Hashes of the last words, at most four, which begin shingles of the next piece. */
  lastWords: readonly number[];
  /** Hash of the signs of a text that has no word so far. */
  signs: number;
  words: number;
  wordLength: number;
  characters: number;
  lines: number;
  letters: number;
  upperCase: number;
  digits: number;
  punctuation: number;
  symbols: number;
  whiteSpace: number;
  nonAscii: number;
}

export const shingleWords = 5;
/** A word, or one character of a script without spaces. */
const word =
  /[[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]+|[\p{L}\p{M}\p{N}]/gv;

export function startMeasure(): TextMeasure {
  const counts = { words: 0, wordLength: 0, characters: 0, lines: 0, letters: 0, upperCase: 0, digits: 0 };
  const signature = createSignature();
  return {
    signature,
    lastWords: [],
    signs: 0,
    ...counts,
    punctuation: 0,
    symbols: 0,
    whiteSpace: 0,
    nonAscii: 0,
  };
}

/** Adds the next piece of a text. A piece ends between words. */
export function addToMeasure(measure: TextMeasure, piece: string): void {
  countCharacters(measure, piece);
  const recent = [...measure.lastWords];
  for (const found of piece.toLowerCase().match(word) ?? []) {
    measure.words += 1;
    measure.wordLength += found.length;
    recent.push(hashWord(found));
    if (recent.length < shingleWords) continue;
    addMember(measure.signature, hashSequence(recent));
    recent.shift();
  }
  measure.lastWords = recent;
  if (measure.words > 0) return;
  for (const sign of piece)
    if (!/\s/u.test(sign)) measure.signs = hashSequence([measure.signs, hashWord(sign)]);
}

/** Ends a text. A text of fewer than five words is one shingle, as is a text of signs without words. */
export function finishMeasure(measure: TextMeasure, language: string | null): TextFeatures {
  const { words, signs, characters } = measure;
  const signature = measure.signature.slice();
  if (words === 0 && signs !== 0) addMember(signature, signs);
  if (words > 0 && words < shingleWords) addMember(signature, hashSequence(measure.lastWords));
  const isBlank = words === 0 && signs === 0;
  return {
    kind: 'text',
    signature: isBlank ? '' : encodeSignature(signature),
    wordCount: words,
    characterCount: characters,
    language,
    vector: listValues(measure),
  };
}

function listValues(measure: TextMeasure): readonly number[] {
  const { characters, words, lines, wordLength, letters, upperCase, digits } = measure;
  const { punctuation, symbols, whiteSpace, nonAscii } = measure;
  const share = (count: number): number => (characters === 0 ? 0 : count / characters);
  const size = (count: number): number => Math.log10(1 + count);
  return [
    ...[characters, words, lines, lines === 0 ? 0 : characters / lines].map(size),
    words === 0 ? 0 : wordLength / words,
    ...[letters, upperCase, digits, punctuation, whiteSpace, nonAscii, symbols].map(share),
  ];
}

const classes = [
  ['letters', /[\p{L}\p{M}]/u],
  ['digits', /\p{N}/u],
  ['whiteSpace', /\s/u],
  ['punctuation', /\p{P}/u],
  ['symbols', /[^]/u],
] as const;
const upperCaseFlag = 0x80;

/** Classes of the characters of the basic plane, counted from 1, looked up once each: expressions take twenty times as long. */
const knownClasses = new Uint8Array(0x10000);

function classify(code: number): number {
  const known = knownClasses[code];
  if (known !== undefined && known !== 0) return known;
  const character = String.fromCodePoint(code);
  const found = 1 + classes.findIndex(([, pattern]) => pattern.test(character));
  const flagged = /\p{Lu}/u.test(character) ? found | upperCaseFlag : found;
  if (known !== undefined) knownClasses[code] = flagged;
  return flagged;
}

function countCharacters(measure: TextMeasure, piece: string): void {
  const counts = new Uint32Array(classes.length + 1);
  for (let at = 0; at < piece.length; at += 1) {
    const code = piece.codePointAt(at) ?? 0;
    if (code > 0xffff) at += 1;
    const found = classify(code);
    const index = found & ~upperCaseFlag;
    counts[index] = (counts[index] ?? 0) + 1;
    if (found !== index) measure.upperCase += 1;
    measure.characters += 1;
    if (code === 0x0a) measure.lines += 1;
    if (code > 0x7f) measure.nonAscii += 1;
  }
  classes.forEach(([name], index) => (measure[name] += counts[index + 1] ?? 0));
}
