import type { PersonalData } from './placeholders.ts';

/** Digits in one run, or in the groups that are printed on cards: fours, or 4-6-5 and 4-6-4. */
const candidate =
  /(?<![\p{L}\p{N}_]|\d[.,:/-]|[-+#][ ]?)(?:\d{14,19}|\d{4}([ \u00a0\u202f-])\d{4}\1\d{4}\1\d{4}(?:\1\d{1,3})?|\d{4}([ \u00a0\u202f-])\d{6}\2\d{4,5})(?![\p{L}\p{N}_]|[.,:/-]\d)/gu;

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
/** Words before a number that is not of a card. */
const otherNumber =
  /(?:isbn|ean|gtin|imei|order|invoice|tracking|shipment|parcel|ref(?:erence)?|bestell\p{L}*|rechnung\p{L}*|sendung\p{L}*|commande|facture|pedido|factura|ordine|fattura|encomenda|fatura|zam[oó]wieni\p{L}*|faktur\p{L}*)[\s.:#-]*(?:(?:no|nr|n|number|num|numer|nummer|num[eé]ro|id|n[º°o])[\s.:#-]*){0,2}$/iu;

/** Finds card numbers by issuer, length and the Luhn check digit (ISO/IEC 7812-1 annex B). */
export function findCards(text: string): readonly PersonalData[] {
  const found: PersonalData[] = [];
  for (const { 0: match, index } of text.matchAll(candidate)) {
    const value = match.replace(/\D/gu, '');
    if (!isCard(value) || otherNumber.test(text.slice(Math.max(0, index - 40), index))) continue;
    found.push({ kind: 'CARD', start: index, end: index + match.length, value });
  }
  return found;
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
