/** Kinds of text whose change changes what a document says. */
export type TextKind = 'number' | 'date' | 'name';

const placeholder = /[{}<>[\]«»]|_{2,}|\.{4,}|…|x{3,}|\b(?:dd|mm|yyyy|tt|jjjj)\b|^#+$/iu;
const numericDate = /^\d{1,4}([./-])\d{1,2}\1\d{1,4}$/u;
const writtenDate =
  /^(?=.*\b\d{4}\b)(?:\d{1,2}\.?(?:st|nd|rd|th)? )?\p{L}{3,}\.?,?(?: \d{1,2}(?:st|nd|rd|th)?,?)? \d{4}$/u;
const name = /^\p{Lu}[\p{Ll}'’-]+(?: \p{Lu}[\p{L}.'’-]*){1,3}$/u;
const templateWord =
  /\b(?:title|subtitle|name|date|click|text|placeholder|your|insert|sample|lorem|here|page|draft|copy|template|example)\b/iu;

/** The kind of a text; null for text of no kind, and for the placeholders of templates. */
export function findTextKind(text: string): TextKind | null {
  const trimmed = text.normalize('NFKC').trim();
  if (placeholder.test(trimmed)) return null;
  if (numericDate.test(trimmed) || writtenDate.test(trimmed)) return 'date';
  if (/\d/u.test(trimmed)) return 'number';
  return name.test(trimmed) && !templateWord.test(trimmed) ? 'name' : null;
}

/** Returns true where two texts are of one kind and say different things: another number after the same words, another date or name. */
export function saysOther(before: string, after: string): boolean {
  const kind = findTextKind(before);
  if (kind === null || kind !== findTextKind(after)) return false;
  if (kind !== 'number') return signsIn(before) !== signsIn(after);
  return wordsIn(before) === wordsIn(after) && digitsIn(before) !== digitsIn(after);
}

function signsIn(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** The digits of a number, without decimals that are zero. */
function digitsIn(text: string): string {
  return text.replace(/[.,]0{1,2}(?!\d)/gu, '').replace(/\D/gu, '');
}

/** The words around numbers, without signs and codes of currencies. */
function wordsIn(text: string): string {
  return signsIn(text.replace(/\b(?:EUR|USD|GBP|CHF|PLN|CZK|SEK|NOK|DKK|JPY)\b/giu, '')).replace(
    /\p{N}/gu,
    '',
  );
}
