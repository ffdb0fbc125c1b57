import { findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryCode, NumberFound, PhoneNumber } from 'libphonenumber-js/max';
import { borderAfter, borderBefore } from '../scripts/borders.ts';
import { isAnnounced, isLabelled, isPhone, isPhoneField, mayBePhone } from './judge-phone.ts';
import type { Place } from './judge-phone.ts';
import type { PersonalData } from './placeholders.ts';
import type { SearchText } from './search-text.ts';

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
  fa: ['IR'],
  th: ['TH'],
};
/** Countries by the script of the characters around a number, for texts whose language is not known. */
const countriesByScript: readonly (readonly [RegExp, readonly CountryCode[]])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, ['JP']],
  [/\p{sc=Hangul}/u, ['KR']],
  [/\p{sc=Han}/u, ['CN', 'JP', 'TW']],
  [/\p{sc=Thai}/u, ['TH']],
  [/\p{sc=Hebrew}/u, ['IL']],
  [/\p{sc=Arabic}/u, ['EG', 'SA']],
  [/\p{sc=Cyrillic}/u, ['RU', 'UA']],
];
const nearbyLength = 40;
const anyCountry: readonly CountryCode[] = ['US', 'GB'];

/** A run of digits with the separators that people write between them. */
const run = new RegExp(
  `(?:${borderBefore}(?<!@)|(?<=\\p{L})(?=\\+))(?:\\+|\\(\\+?)?\\d` +
    '(?:[\\d()/\\u2010-\\u2013-]|\\.(?!\\s)|[ \\u00a0\\u202f](?![ \\u00a0\\u202f]{2}))+' +
    `\\d${borderAfter}(?!@)`,
  'gu',
);
/** Separators between two numbers. */
const betweenNumbers = /[ \u00a0](?:[/\u2013-]|(?=\+))[ \u00a0]?/gu;
/** An international number has at most 15 digits (E.164), after a prefix of at most three. */
const minDigits = 7;
const maxDigits = 18;
/** More groups are rows of a table, which would take long to parse. */
const maxGroups = 8;
/** Not only a comma, after which another number may follow. */
const extension = /^[,;]? ?(?:ext(?:ension|n)?\.?|x|#)[ :]{0,2}\d{1,6}\b/iu;
const maxExtension = 24;

/**
 * Finds telephone numbers: international ones, and national ones of the countries that language and script suggest, if they are valid in the
 * numbering plan (libphonenumber) and written as telephone numbers are, or follow a word such as "phone". A field of JSON or CSV is judged by its
 * key or header.
 */
export function findPhones(search: SearchText): readonly PersonalData[] {
  return listCandidates(search)
    .filter((place) => mayBePhone(place))
    .flatMap((place) => findInCandidate(place));
}

function listCandidates(search: SearchText): readonly Place[] {
  const places: Place[] = [];
  const { text } = search;
  const add = (start: number, end: number): void => {
    const groups = text.slice(start, end).match(/\d+/gu) ?? [];
    const digits = countDigits(groups.join(''));
    const isPlausible = digits >= minDigits && digits <= maxDigits && groups.length <= maxGroups;
    if (isPlausible) places.push({ search, start, end });
  };
  for (const { 0: match, index } of text.matchAll(run)) {
    // A bracket that the number does not close is one around it.
    let start = match.startsWith('(') && match.split('(').length > match.split(')').length ? 1 : 0;
    const separator = countDigits(match) > maxDigits ? /\//gu : betweenNumbers;
    for (const { 0: between, index: at } of match.matchAll(separator)) {
      if (countDigits(match.slice(start, at)) < minDigits || countDigits(match.slice(at)) < minDigits)
        continue;
      add(index + start, index + at);
      start = at + between.length;
    }
    add(index + start, index + match.length);
  }
  return places;
}

function countDigits(text: string): number {
  return text.match(/\d/gu)?.length ?? 0;
}

/** The first country that has a valid number decides. */
function findInCandidate(place: Place): readonly PersonalData[] {
  const { search, start, end } = place;
  if (isPhoneField(place)) return [createWhole(place)];
  const suffix = extension.exec(search.text.slice(end, end + maxExtension))?.[0] ?? '';
  const content = search.text.slice(start, end) + suffix;
  for (const country of chooseCountries(place)) {
    // No number of North America begins with 0, and parsing takes long.
    if (country === 'US' && /^\(?0/u.test(content)) continue;
    const found = listNumbers(place, content, country).flatMap(({ number, startsAt, endsAt }) => {
      const part = { search, start: start + startsAt, end: start + endsAt };
      const isWhole = startsAt === 0 && part.end >= end;
      if (part.start >= end || (!isWhole && !mayBePhone(part)) || !isPhone(part, number)) return [];
      return [{ kind: 'PHONE' as const, start: part.start, end: part.end, value: number.number }];
    });
    if (found.length > 0) return found;
  }
  return isLabelled(place) ? [createWhole(place)] : [];
}

function createWhole(place: Place): PersonalData {
  const { search, start, end } = place;
  const content = search.text.slice(start, end);
  const number = chooseCountries(place)
    .map((country) => parseWhole(content, country))
    .find((one) => one?.isValid() === true);
  return { kind: 'PHONE', start, end, value: number?.number ?? content.replace(/[^\d+]/gu, '') };
}

function chooseCountries({ search: { text, language }, start, end }: Place): readonly CountryCode[] {
  if (text.charAt(start) === '+') return ['US'];
  const known = countriesByLanguage[language ?? ''] ?? [];
  const around = text.slice(Math.max(0, start - nearbyLength), end + nearbyLength);
  const suggested = countriesByScript.find(([script]) => script.test(around))?.[1] ?? [];
  const countries = [...new Set([...known, ...suggested])];
  return countries.length === 0 ? anyCountry : countries;
}

/** Parses a number as a whole, which is fast, and searches for numbers within it only if that fails. */
function listNumbers(place: Place, content: string, country: CountryCode): readonly NumberFound[] {
  const whole = parseWhole(content, country);
  if (whole?.isValid() === true || (whole?.isPossible() === true && isCertainForm(place, content)))
    return [{ number: whole, startsAt: 0, endsAt: content.length }];
  if (countDigits(content) < minSearchedDigits) return [];
  return findPhoneNumbersInText(content, { defaultCountry: country });
}

/** The library does not read a country code in brackets, as in `(+34) 612 345 678`. */
function parseWhole(content: string, defaultCountry: CountryCode): PhoneNumber | undefined {
  const plain = content.replace(/^\(\+(\d{1,3})\)/u, '+$1');
  return parsePhoneNumberFromString(plain, { defaultCountry, extract: false });
}

/** Shorter candidates have one number, and the search takes ten times as long as parsing. */
const minSearchedDigits = 12;
/** An international number in full, and a national one with trunk prefix and area code. */
const certainForm = /^\(?\+(?:[ ()/-]*\d){10,15}$|^\(?0\d{1,4}\)?[ -]\d{3,4}[ -]?\d{3,4}$/u;

/** Numbering plans change, and examples have numbers of no plan: form or announcement count as well. */
function isCertainForm(place: Place, content: string): boolean {
  const isKnownCountry = content.startsWith('+') || chooseCountries(place) !== anyCountry;
  return isKnownCountry && (certainForm.test(content) || isAnnounced(place));
}
