import type { PhoneNumber } from 'libphonenumber-js/max';
import { readBorder } from '../scripts/borders.ts';
import type { SearchText } from './search-text.ts';
import { announcesRecord } from './words/other-number-words.ts';
import { isAnnouncedPhone, isLabelledPhone } from './words/phone-words.ts';

/** A part of a text that may be a telephone number. */
export interface Place {
  readonly search: SearchText;
  readonly start: number;
  readonly end: number;
}

const contextLength = 32;
const unitAfter =
  /^[ \u00a0\u202f]?(?:[€$£¥%°‰]|(?:eur|euros?|usd|gbp|chf|pln|zł|kg|g|mg|t|km|m|cm|mm|m²|km²|ha|l|ml|kwh|mwh|gb|mb|kb|bytes?|hz|mhz|ghz|руб\p{L}*|грн|дол\p{L}*|₽|ft|huf|tl|kpl|people|personen|einwohner|habitants|habitantes|abitanti|mieszkańców)(?!\p{L})|[₽₴₺₪฿₩元円圆원]|บาท|人|명|个|個|公里|米|平方|킬로|кг|км|м(?!\p{L}))/iu;
const currencyBefore = /[€$£¥₽₴₺₪฿₩][ \u00a0\u202f]?$/u;

const day = '(?:0?[1-9]|[12]\\d|3[01])';
const month = '(?:0?[1-9]|1[0-2])';
const year = '(?:1[5-9]|20|21)\\d\\d';
/** Dates, also with a time, and ranges of years. */
const date = new RegExp(
  `^\\(?(?:${day}([./-])${month}\\1(?:${year}|\\d\\d)|${month}([./-])${day}\\2(?:${year}|\\d\\d)|${year}([./-])?${month}\\3${day}|${year}\\s?[–/-]\\s?(?:${year}|\\d\\d))(?:\\D|$)`,
  'u',
);
/** Numbers with thousands separators, decimals, and dates with spaces. */
const amount =
  /^\d{1,2} \d{1,2} (?:19|20)\d\d$|^[1-9]\d{0,2}(?:([.,’' \u00a0\u202f])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$|^\d+[.,]\d+$/u;
const isbnWithGroups = /^97[89][ -]?\d{1,5}[ -]?\d{1,7}[ -]?\d{1,7}[ -]?[\dX]$/u;

/**
 * Returns true for a number that is written as people write telephone numbers, or that a word announces. Dates, book numbers, measures and numbers
 * that are announced as something else are none. Parsing takes a hundred times as long as this.
 */
export function mayBePhone(place: Place): boolean {
  const { search, start, end } = place;
  const value = search.text.slice(start, end);
  if (value.startsWith('+') || value.startsWith('(+')) return true;
  const label = search.readLabel(start, end);
  const before = search.readIntroduction(start, end);
  const isField = label !== undefined;
  if (isbnWithGroups.test(value) || date.test(value) || announcesRecord(before)) return false;
  if (!isField && isMeasure(place)) return false;
  const border = isField ? 'open' : readBorder(search.text, start);
  if (border === 'closed') return false;
  if (isAnnounced(place)) return true;
  if (border === 'attached') return false;
  return isInternational(value) || hasPhoneShape(value, !isField && isInContactLine(place));
}

/** Returns true if a word directly before a number says that it is a telephone number, in whatever country. */
export function isLabelled({ search, start, end }: Place): boolean {
  return isLabelledPhone(search.readIntroduction(start, end)) && !amount.test(search.text.slice(start, end));
}

/** Returns true for a field whose key or header says that it is a telephone number. */
export function isPhoneField({ search, start, end }: Place): boolean {
  const label = search.readLabel(start, end);
  return label !== undefined && isLabelledPhone(`${label}: `);
}

/** Returns true if the words around a number announce a telephone number. */
export function isAnnounced({ search, start, end }: Place): boolean {
  const after = search.text.slice(end, end + contextLength);
  return isAnnouncedPhone(search.readIntroduction(start, end), after);
}

function isMeasure({ search: { text }, start, end }: Place): boolean {
  const before = text.slice(Math.max(0, start - 4), start);
  if (currencyBefore.test(before) || /[#№〒]\s?$/u.test(before)) return true;
  return unitAfter.test(text.slice(end, end + 16)) || /^[.,:]\d/u.test(text.slice(end, end + 2));
}

/** Large amounts have groups of three digits as well, and identifiers none: in a line with an e-mail address both are read as telephone numbers. */
function hasPhoneShape(value: string, isContact: boolean): boolean {
  const groups = value.match(/\d+/gu) ?? [];
  if (nationalShapes.some((shape) => shape.test(value))) return true;
  if (groups.length === 1)
    return value.length >= 9 && (isContact || (value.startsWith('0') && value.length >= 10));
  if (amount.test(value))
    return isContact && groups.length === 3 && groups.every(({ length }) => length === 3);
  if (!hasEvenSeparators(value)) return false;
  if (value.startsWith('0') || value.startsWith('(')) return !/^0[.,]/u.test(value);
  if (italianMobile.test(value)) return true;
  const local = groups[0] === '1' ? groups.slice(1) : groups;
  return local.length >= 3 && local.every(({ length }) => length >= 2 && length <= 5);
}

/** Mobile numbers of China, numbers of Russia and Hungary with their trunk prefix, and those of Brazil with an area code. */
const nationalShapes = [
  /^1[3-9]\d([ -]?)\d{4}\1\d{4}$/u,
  /^8[ -]?(?:\(\d{3}\)|[3489]\d\d)[ -]\d{3}[ -]?\d\d[ -]?\d\d$|^89\d{9}$/u,
  /^\(?06[ /-]?\d{1,2}\)?[ /-]?\d{3}[ -]?\d{3,4}$/u,
  /^\(?[1-9]\d\)? ?9\d{4}-\d{4}$/u,
];
const nationalCountries: readonly unknown[] = ['CN', 'RU', 'KZ', 'HU', 'BR'];

/** In other countries, numbers of two groups begin with 0. */
const italianMobile = /^3\d\d[ ./-]\d{6,7}$/u;

/** Countries whose national numbers begin without 0. */
const withoutTrunkPrefix: readonly unknown[] = [
  'US',
  'CA',
  'ES',
  'IT',
  'PL',
  'PT',
  'DK',
  'NO',
  'CZ',
  'GR',
  'MX',
];

/**
 * Returns true for a valid number that {@link mayBePhone}. Without separators it has to be of a mobile telephone, or French, or announced; without 0, of a
 * country that has none.
 */
export function isPhone(place: Place, number: PhoneNumber): boolean {
  const { search, start, end } = place;
  const value = search.text.slice(start, end);
  if (isInternational(value)) return true;
  if (isAnnounced(place)) return true;
  if (nationalShapes.some((shape) => shape.test(value)) && nationalCountries.includes(number.country))
    return true;
  const isMobile = number.getType()?.includes('MOBILE') === true;
  if (/^\d+$/u.test(value)) return isMobile || number.country === 'FR';
  if (italianMobile.test(value)) return isMobile && number.country === 'IT';
  return /^[(0]/u.test(value) || withoutTrunkPrefix.includes(number.country);
}

const email = /[\p{L}\p{N}]@[\p{L}\p{N}-]+\.\p{L}/u;
const sameLine = 80;

/** An article without noun: "use el 612…", "il 347…", "pod 22…". */
const article = /(?<!\p{L})(?:el|al|il|au|le|pod|ao)\s$/u;

function isInContactLine({ search: { text }, start, end }: Place): boolean {
  const before = text.slice(Math.max(0, start - sameLine), start);
  if (article.test(before)) return true;
  const [after = ''] = text.slice(end, end + sameLine).split('\n', 1);
  return email.test(before.slice(before.lastIndexOf('\n') + 1)) || email.test(after);
}

function isInternational(value: string): boolean {
  return /^\(?(?:\+|00\d)/u.test(value);
}

/** Returns true unless the separators differ as they do between two numbers, such as `12.5 / 30-40`. */
function hasEvenSeparators(value: string): boolean {
  const separators = value.replace(/[()]/gu, ' ').trim().match(/\D+/gu) ?? [];
  const plain = new Set(separators.map((separator) => separator.trim() || ' ').slice(1));
  return plain.size <= 1;
}
