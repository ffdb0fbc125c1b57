import { getCountrySpecifications, isValidIBAN } from 'ibantools';
import { borderBefore, isJoining } from '../scripts/borders.ts';
import type { PersonalData } from './placeholders.ts';
import type { SearchText } from './search-text.ts';

const start = new RegExp(
  `${borderBefore}[a-z]{2}[ \\u00a0\\u202f-]?\\d\\d(?=[ \\u00a0\\u202f.-]?[a-z\\d])`,
  'giu',
);
const separators = /[ \u00a0\u202f.-]/gu;
/** An IBAN has at most 34 characters (ISO 13616), in groups of two or more. */
const maxLength = 34 + 16;
const specifications = getCountrySpecifications();

/** Finds IBANs by the length of their country, whatever follows them, and by their check digits. */
export function findIbans({ text }: SearchText): readonly PersonalData[] {
  const found: PersonalData[] = [];
  for (const { index } of text.matchAll(start)) {
    const end = findEnd(text, index);
    if (end === undefined) continue;
    const value = text.slice(index, end).replace(separators, '').toUpperCase();
    if (isValidIBAN(value)) found.push({ kind: 'IBAN', start: index, end, value });
  }
  return found;
}

/** Returns where the IBAN that begins at `index` ends by its length; undefined if the text has other characters before. */
function findEnd(text: string, index: number): number | undefined {
  const length = specifications[text.slice(index, index + 2).toUpperCase()]?.chars ?? 0;
  let count = 0;
  let at = index;
  for (; count < length && at < index + maxLength; at += 1) {
    const character = text.charAt(at);
    if (/[a-z\d]/i.test(character)) count += 1;
    else if (!/[ \u00a0\u202f.-]/u.test(character) || !/[a-z\d]/i.test(text.charAt(at + 1))) return undefined;
  }
  return count === length && length > 0 && !isJoining(text, at) ? at : undefined;
}
