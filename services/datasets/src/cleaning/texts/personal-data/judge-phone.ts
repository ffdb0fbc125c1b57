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
  /(?:\b(?:tel|tél|telephone|téléphone|telefon\w*|telefono|teléfono|telefone|telefax|fax|phone|mobile|mobil\w*|cell\w*|cellulare|call|ring|text|sms|whatsapp|signal|handy\w*|durchwahl|ruf\w*|hotline|portable|appel\w*|gsm|móvil|movil|llam\w*|chiam\w*|kom|komórk\w*|zadzwo\w*|dzwo\w*|telem[oó]vel|telemóvel|celular|ligue|ligar|contact|kontakt\w*|contacto|contatto)\b|[☎☏✆📞📱])[^\d\n]{0,24}$/iu;
/** Words that announce another number. */
const otherNumber =
  /(?:\b(?:isbn|issn|ean|gtin|imei|order|orders|invoice|ref|reference|case|ticket|tracking|customer|account|item|part|serial|sku|id|bestell\w*|auftrag\w*|rechnung\w*|kunden\w*|konto\w*|artikel\w*|serien\w*|aktenzeichen|sendung\w*|commande|facture|dossier|client|compte|pedido|factura|expediente|cliente|cuenta|ordine|fattura|pratica|conto|encomenda|fatura|processo|conta|zam[oó]wieni\w*|faktur\w*|sygnatur\w*|konta|nip|regon|pesel|population|einwohner\w*)\b)[\s.:#]*(?:(?:no|nr|number|num|numer|nummer|numéro|numero|número|id|n[º°o])[\s.:#]*){0,2}$/iu;
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
/** Numbers with thousands separators, and decimals. */
const amount = /^\d{1,3}(?:([.,’' \u00a0\u202f])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$|^\d+[.,]\d+$/u;
const isbnWithGroups = /^97[89][ -]?\d{1,5}[ -]?\d{1,7}[ -]?\d{1,7}[ -]?[\dX]$/u;

/**
 * Returns true for a number that is written as people write telephone numbers, or that a word announces. Dates, amounts, book numbers and numbers
 * that are announced as something else are none. Parsing takes a hundred times as long as this.
 */
export function mayBePhone({ text, start, end }: Place): boolean {
  const value = text.slice(start, end);
  const before = text.slice(Math.max(0, start - contextLength), start);
  if (isInternational(value) || announced.test(before)) return true;
  if (isbnWithGroups.test(value) || date.test(value) || amount.test(value)) return false;
  if (otherNumber.test(before) || currencyBefore.test(before) || /[#№]\s?$/u.test(before)) return false;
  if (unitAfter.test(text.slice(end, end + 16)) || /^[.,:]\d/u.test(text.slice(end, end + 2))) return false;
  const groups = value.match(/\d+/gu) ?? [];
  if (groups.length === 1) return value.startsWith('0') && value.length >= 10;
  if (!hasEvenSeparators(value)) return false;
  if (value.startsWith('0') || value.startsWith('(')) return !/^0[.,]/u.test(value);
  // Three groups of three digits are also how a large amount is written. A book number has a check digit in a group of its own.
  const isGrouped = groups.length >= 3 && !groups.every(({ length }) => length === 3);
  return isGrouped && groups.every(({ length }) => length >= 2 && length <= 5);
}

/** Returns true for a valid number that {@link mayBePhone}. Without separators it has to be of a mobile telephone, or French, or announced. */
export function isPhone({ text, start, end }: Place, number: PhoneNumber): boolean {
  const value = text.slice(start, end);
  if (!/^\d+$/u.test(value) || isInternational(value)) return mayBePhone({ text, start, end });
  if (announced.test(text.slice(Math.max(0, start - contextLength), start))) return true;
  return value.startsWith('0') && (number.getType()?.includes('MOBILE') === true || number.country === 'FR');
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
