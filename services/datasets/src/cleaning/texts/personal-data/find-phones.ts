import { findPhoneNumbersInText } from 'libphonenumber-js/max';
import type { CountryCode, NumberFound } from 'libphonenumber-js/max';
import { isOrdinaryNumber, isPhoneShaped } from './judge-phone.ts';
import type { PersonalData } from './placeholders.ts';

/** Countries whose national numbers are likely in a text of a language, by ISO 639-1. */
const countriesByLanguage: Readonly<Record<string, readonly CountryCode[]>> = {
  en: ['US', 'GB'],
  de: ['DE', 'AT', 'CH'],
  fr: ['FR', 'BE', 'CH'],
  es: ['ES', 'MX'],
  it: ['IT', 'CH'],
  pl: ['PL'],
  pt: ['PT', 'BR'],
  nl: ['NL', 'BE'],
  da: ['DK'],
  sv: ['SE'],
  no: ['NO'],
  fi: ['FI'],
  cs: ['CZ'],
  sk: ['SK'],
  hu: ['HU'],
  ro: ['RO'],
  bg: ['BG'],
  el: ['GR'],
  tr: ['TR'],
  ru: ['RU'],
  uk: ['UA'],
  ja: ['JP'],
  zh: ['CN', 'TW'],
  ko: ['KR'],
  hi: ['IN'],
  ar: ['EG', 'SA'],
  he: ['IL'],
};
const anyCountry: readonly CountryCode[] = ['US', 'GB'];

const space = '[ \\u00a0\\u202f\\t]';
/** Everything that may be a telephone number: 7 to 20 digits with the separators that people write between them. */
const candidate = new RegExp(
  `(?<![\\p{L}\\p{N}_@.,:/-])(?:\\+|\\(\\+?|tel:\\+?)?\\d(?:[\\d()./\\u2010-\\u2013-]|${space}(?!${space}{2})){5,40}\\d(?![\\p{L}\\p{N}_@])`,
  'giu',
);
const maxExtension = 14;

/**
 * Finds telephone numbers: international ones, and national ones of the countries that the language suggests, if they are valid in the
 * numbering plan (libphonenumber) and written as telephone numbers are, or follow a word such as "phone".
 */
export function findPhones(text: string, language: string | null): readonly PersonalData[] {
  const countries = countriesByLanguage[language ?? ''] ?? anyCountry;
  const found: PersonalData[] = [];
  for (const { 0: match, index } of text.matchAll(candidate)) {
    if (match.replace(/\D/gu, '').length < 7) continue;
    const place = { text, start: index, end: index + match.length };
    if (isOrdinaryNumber(place)) continue;
    found.push(...findInCandidate(place, countries));
  }
  return found;
}

interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The first country that has a valid number decides. */
function findInCandidate(
  { text, start, end }: Place,
  countries: readonly CountryCode[],
): readonly PersonalData[] {
  const content = text.slice(start, end + maxExtension);
  for (const defaultCountry of countries) {
    const numbers = findPhoneNumbersInText(content, { defaultCountry }) as readonly NumberFound[];
    const found = numbers.flatMap(({ number, startsAt, endsAt }): readonly PersonalData[] => {
      if (start + startsAt >= end) return [];
      const place = { text, start: start + startsAt, end: start + endsAt };
      if (!isPhoneShaped(place, number)) return [];
      return [{ kind: 'PHONE', start: place.start, end: place.end, value: number.number }];
    });
    if (found.length > 0) return found;
  }
  return [];
}
