import type { PhoneNumber } from 'libphonenumber-js/max';

/** A part of a text that may be a telephone number. */
export interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const contextLength = 32;
/** Words of six languages and some more that announce a telephone number. */
const announced =
  /(?:\b(?:tel|tél|telephone|téléphone|telefon\p{L}*|telefono|teléfono|telefone|telefax|fax|phone|mobile|mobil\p{L}*|cell\p{L}*|cellulare|call|ring|text|sms|whatsapp|signal|handy\p{L}*|durchwahl|ruf\p{L}*|hotline|portable|appel\p{L}*|gsm|móvil|movil|llam\p{L}*|chiam\p{L}*|kom|komórk\p{L}*|zadzwo\p{L}*|dzwo\p{L}*|telem[oó]vel|telemóvel|celular|ligue|ligar|contact\p{L}*|kontakt\p{L}*|contatt\p{L}*|reach\p{L}*|erreich\p{L}*|join(?:dre|ignable)|localiza\p{L}*|reperibil\p{L}*|rispond\p{L}*|dostępn\p{L}*|recep[ctj]\p{L}*|front desk|switchboard|empfang|zentrale|accueil|centralit\p{L}*|centralin\p{L}*|portierni\p{L}*)(?!\p{L})|[☎☏✆📞📱])[^\d\n]{0,24}$/iu;
/** Words that announce another number. */
const otherNumber =
  /(?:\b(?:isbn|issn|ean|gtin|imei|order|orders|invoice|ref|reference|case|ticket|tracking|customer|account|item|part|serial|sku|id|bestell\p{L}*|auftrag\p{L}*|rechnung\p{L}*|kunden\p{L}*|konto\p{L}*|artikel\p{L}*|serien\p{L}*|aktenzeichen|sendung\p{L}*|commande|facture|dossier|client|compte|pedido|factura|expediente|cliente|cuenta|ordine|fattura|pratica|conto|encomenda|fatura|processo|conta|zam[oó]wieni\p{L}*|faktur\p{L}*|sygnatur\p{L}*|konta|nip|regon|pesel|population|einwohner\p{L}*|art[ií]c\p{L}*|c[oó]dig\p{L}*|codic\p{L}*|code|kod|kennung|kennzeichen|article|artyku\p{L}*)(?!\p{L}))[\s.:#]*(?:(?:no|nr|n|number|num|numer|nummer|numéro|numero|número|id|n[º°o])[\s.:#]*){0,2}(?:(?:is|was|ist|war|est|es|è|to|lautet)\s)?$/iu;
const unitAfter =
  /^[ \u00a0\u202f]?(?:[€$£¥%°‰]|(?:eur|euros?|usd|gbp|chf|pln|zł|kg|g|mg|t|km|m|cm|mm|m²|km²|ha|l|ml|kwh|mwh|gb|mb|kb|bytes?|hz|mhz|ghz|people|personen|einwohner|habitants|habitantes|abitanti|mieszkańców)\b)/iu;
const currencyBefore = /[€$£¥][ \u00a0\u202f]?$/u;

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
  const { text, start, end } = place;
  const value = text.slice(start, end);
  if (isInternational(value)) return true;
  const before = text.slice(Math.max(0, start - contextLength), start);
  if (isbnWithGroups.test(value) || date.test(value)) return false;
  if (otherNumber.test(before) || currencyBefore.test(before) || /[#№]\s?$/u.test(before)) return false;
  if (unitAfter.test(text.slice(end, end + 16)) || /^[.,:]\d/u.test(text.slice(end, end + 2))) return false;
  return announced.test(before) || hasPhoneShape(value, isInContactLine(place));
}

/** Large amounts have groups of three digits as well, and identifiers none: in a line with an e-mail address both are read as telephone numbers. */
function hasPhoneShape(value: string, isContact: boolean): boolean {
  const groups = value.match(/\d+/gu) ?? [];
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
  const { text, start, end } = place;
  const value = text.slice(start, end);
  if (isInternational(value)) return true;
  if (!mayBePhone(place)) return false;
  if (announced.test(text.slice(Math.max(0, start - contextLength), start))) return true;
  const isMobile = number.getType()?.includes('MOBILE') === true;
  if (/^\d+$/u.test(value)) return isMobile || number.country === 'FR';
  if (italianMobile.test(value)) return isMobile && number.country === 'IT';
  return /^[(0]/u.test(value) || withoutTrunkPrefix.includes(number.country);
}

const email = /[\p{L}\p{N}]@[\p{L}\p{N}-]+\.\p{L}/u;
const sameLine = 80;

/** An article without noun: "use el 612…", "il 347…", "pod 22…". */
const article = /(?<!\p{L})(?:el|al|il|au|le|pod|ao)\s$/u;

function isInContactLine({ text, start, end }: Place): boolean {
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
