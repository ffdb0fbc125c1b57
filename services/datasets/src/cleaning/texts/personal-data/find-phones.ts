import { findPhoneNumbersInText, parsePhoneNumber } from 'libphonenumber-js/max';
import type { CountryCode, NumberFound } from 'libphonenumber-js/max';
import { isPhone, mayBePhone } from './judge-phone.ts';
import type { Place } from './judge-phone.ts';
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

/** A run of digits with the separators that people write between them. */
const run =
  /(?<![\p{L}\p{N}_@.,:/-])(?:\+|\(\+?)?\d(?:[\d()/\u2010-\u2013-]|\.(?!\s)|[ \u00a0\u202f](?![ \u00a0\u202f]{2}))+\d(?![\p{L}\p{N}_@])/gu;
/** Separators between two numbers. */
const betweenNumbers = /[ \u00a0](?:[/\u2013-]|(?=\+))[ \u00a0]?/gu;
/** An international number has at most 15 digits (E.164), after a prefix of at most three. */
const [minDigits, maxDigits] = [7, 18];
/** More groups are rows of a table, which would take long to parse. */
const maxGroups = 8;
/** Not only a comma, after which another number may follow. */
const extension = /^[,;]? ?(?:ext(?:ension|n)?\.?|x|#)[ :]{0,2}\d{1,6}\b/iu;
const maxExtension = 24;

/**
 * Finds telephone numbers: international ones, and national ones of the countries that the language suggests, if they are valid in the
 * numbering plan (libphonenumber) and written as telephone numbers are, or follow a word such as "phone".
 */
export function findPhones(text: string, language: string | null): readonly PersonalData[] {
  const countries = countriesByLanguage[language ?? ''] ?? anyCountry;
  return listCandidates(text)
    .filter((place) => mayBePhone(place))
    .flatMap((place) => findInCandidate(place, countries));
}

function listCandidates(text: string): readonly Place[] {
  const places: Place[] = [];
  const add = (start: number, end: number): void => {
    const groups = text.slice(start, end).match(/\d+/gu) ?? [];
    const digits = countDigits(groups.join(''));
    const isPlausible = digits >= minDigits && digits <= maxDigits && groups.length <= maxGroups;
    if (isPlausible) places.push({ text, start, end });
  };
  for (const { 0: match, index } of text.matchAll(run)) {
    let start = 0;
    for (const { 0: separator, index: at } of match.matchAll(betweenNumbers)) {
      if (countDigits(match.slice(start, at)) < minDigits || countDigits(match.slice(at)) < minDigits)
        continue;
      add(index + start, index + at);
      start = at + separator.length;
    }
    add(index + start, index + match.length);
  }
  return places;
}

function countDigits(text: string): number {
  return text.match(/\d/gu)?.length ?? 0;
}

/** The first country that has a valid number decides. */
function findInCandidate(
  { text, start, end }: Place,
  countries: readonly CountryCode[],
): readonly PersonalData[] {
  const suffix = extension.exec(text.slice(end, end + maxExtension))?.[0] ?? '';
  const content = text.slice(start, end) + suffix;
  for (const defaultCountry of countries) {
    const numbers = findPhoneNumbersInText(content, { defaultCountry }) as readonly NumberFound[];
    const all = numbers.length === 0 ? parseWhole(content, defaultCountry) : numbers;
    const found = all.flatMap(({ number, startsAt, endsAt }): readonly PersonalData[] => {
      const place = { text, start: start + startsAt, end: start + endsAt };
      if (place.start >= end || !isPhone(place, number)) return [];
      return [{ kind: 'PHONE', start: place.start, end: place.end, value: number.number }];
    });
    if (found.length > 0) return found;
  }
  return [];
}

/** Groups between hyphens, dots or slashes, as in `02/35/12/34/56`, which the library takes for dates. */
const pairs = /^0\d(?:([./-])\d\d)(?:\1\d\d){3}$/u;

function parseWhole(content: string, defaultCountry: CountryCode): readonly NumberFound[] {
  if (!pairs.test(content)) return [];
  const number = parsePhoneNumber(content.replace(/\D/gu, ''), defaultCountry);
  return number.isValid() ? [{ number, startsAt: 0, endsAt: content.length }] : [];
}
