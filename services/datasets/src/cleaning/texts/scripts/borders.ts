/**
 * Letters that join a neighbouring letter or digit to one word, as in `A4`. In all other scripts, a Latin or numeric value is separated by
 * the change of the script: behind a Hebrew or Arabic prefix, before a Korean particle, and within Chinese, Japanese and Thai sentences.
 */
const joiningLetters = '\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}\\p{sc=Armenian}\\p{sc=Georgian}';

/** A character class for expressions with the flag `u`: letters and digits that continue a value. */
export const joining = `[${joiningLetters}\\d_]`;
/** Assertions that no word in such a script continues: `ID` is a word in `用户ID`. */
export const wordStart = `(?<![${joiningLetters}])`;
export const wordEnd = `(?![${joiningLetters}])`;
/** Assertions of a border before and after a value. */
export const borderBefore = `(?<!${joining})`;
export const borderAfter = `(?!${joining})`;

const joiningLetter = new RegExp(`[${joiningLetters}]`, 'u');
const joiningCharacter = new RegExp(joining, 'u');

/** Returns true if the character at an offset continues a value that is before or after it. */
export function isJoining(text: string, at: number): boolean {
  return joiningCharacter.test(text.charAt(at));
}

/**
 * - `open`: white space, a bracket, a quotation mark or a letter of another script.
 * - `attached`: a full stop, slash or hyphen connects the value to a word, as in `Tel.030` or `SKU-030`. The word decides.
 * - `closed`: the value continues a number, as in `3,1415926`.
 */
export type BorderKind = 'open' | 'attached' | 'closed';

/** Reads the border before a number through one punctuation mark. */
export function readBorder(text: string, start: number): BorderKind {
  const mark = text.charAt(start - 1);
  if (mark === '' || !/[.,:/'-]/u.test(mark)) return 'open';
  const previous = text.charAt(start - 2);
  if (/\d/u.test(previous)) return 'closed';
  return /[./-]/u.test(mark) && joiningLetter.test(previous) ? 'attached' : 'open';
}

/** Names of script families. Japanese mixes three scripts. */
const families = [
  /\p{sc=Latin}/u,
  /\p{sc=Cyrillic}/u,
  /\p{sc=Greek}/u,
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u30fc]/u,
  /\p{sc=Hangul}/u,
  /\p{sc=Arabic}/u,
  /\p{sc=Hebrew}/u,
  /\p{sc=Thai}/u,
  /\p{sc=Devanagari}/u,
];

const knownFamilies = new Map<string, number | undefined>();
const maxKnownFamilies = 10_000;

/** Returns the script family of a letter; undefined for characters that occur in all scripts. */
export function readFamily(character: string): number | undefined {
  if (knownFamilies.has(character)) return knownFamilies.get(character);
  const isLetter = /[\p{L}\p{M}]/u.test(character);
  const family = isLetter ? families.findIndex((one) => one.test(character)) : undefined;
  if (knownFamilies.size < maxKnownFamilies) knownFamilies.set(character, family);
  return family;
}

/** Returns the end of the beginning of a text whose letters are of one script family. */
export function findFamilyEnd(characters: readonly string[]): number {
  const first = characters.map(readFamily).find((family) => family !== undefined);
  const end = characters.findIndex((character) => {
    const family = readFamily(character);
    return family !== undefined && family !== first;
  });
  return end === -1 ? characters.length : end;
}
