import { borderAfter, borderBefore } from '../scripts/borders.ts';
import type { PersonalData } from './placeholders.ts';
import type { SearchText } from './search-text.ts';
import { announcesDocument, announcesRecord } from './words/other-number-words.ts';

/** Digits in one run, or in the groups that are printed on cards: fours, or 4-6-5 and 4-6-4. */
const candidate = new RegExp(
  `${borderBefore}(?<!\\d[.-]|[+#] ?)` +
    '(?:\\d{14,19}|\\d{4}([ \\u00a0\\u202f-])\\d{4}\\1\\d{4}\\1\\d{4}(?:\\1\\d{1,3})?|\\d{4}([ \\u00a0\\u202f-])\\d{6}\\2\\d{4,5})' +
    `${borderAfter}(?![.-]\\d)`,
  'gu',
);

/** The numbers that issuers begin with (ISO/IEC 7812), and the lengths of their cards. Cards of 13 digits are no longer issued, but articles have such numbers. */
const issuers: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|64[4-9]|65)/, [16, 19]],
  [/^(?:30[0-5]|309|36|3[89])/, [14, 16]],
  [/^35(?:2[89]|[3-8])/, [16, 17, 18, 19]],
  [/^62/, [16, 17, 18, 19]],
  [/^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, [16, 17, 18, 19]],
];
/** Finds card numbers by issuer, length and the Luhn check digit (ISO/IEC 7812-1 annex B). */
export function findCards(search: SearchText): readonly PersonalData[] {
  const found: PersonalData[] = [];
  for (const { 0: match, index } of search.text.matchAll(candidate)) {
    const value = match.replace(/\D/gu, '');
    const end = index + match.length;
    if (!isCard(value) || isNegative(search.text, index) || isOtherNumber(search, index, end)) continue;
    found.push({ kind: 'CARD', start: index, end, value });
  }
  return found;
}

/** A hyphen without a word before it is a minus sign. */
function isNegative(text: string, start: number): boolean {
  return text.charAt(start - 1) === '-' && /^\s?$/u.test(text.charAt(start - 2));
}

function isOtherNumber(search: SearchText, start: number, end: number): boolean {
  const introduction = search.readIntroduction(start, end);
  const isField = search.readLabel(start, end) !== undefined;
  return isField ? announcesRecord(introduction) : announcesDocument(introduction);
}

function isCard(digits: string): boolean {
  return (
    issuers.some(([prefix, lengths]) => prefix.test(digits) && lengths.includes(digits.length)) &&
    hasLuhnDigit(digits)
  );
}

function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    sum += index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0;
}
