/** Decimal digits of other scripts, and the full-width characters that values are written with. */
const variant =
  /(?!\d)\p{Nd}|[０-９Ａ-Ｚａ-ｚ＠＋－．／（）＿]|[\u2010\u2011\u2212º]|(?<=\p{Nd})ー(?=\p{Nd})/gu;
const hasVariant = /[^\p{ASCII}]/u;
const decimal = /^\p{Nd}$/u;
const fullWidthOffset = 0xff01 - 0x21;
const known = new Map<string, string>();

/** Replaces digits of all scripts and full-width characters by their ASCII forms. Offsets stay the same. */
export function unifyCharacters(text: string): string {
  if (!hasVariant.test(text)) return text;
  return text.replace(variant, (character) => {
    const unified = known.get(character) ?? unify(character);
    known.set(character, unified);
    return unified;
  });
}

function unify(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xffff) return character;
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCodePoint(code - fullWidthOffset);
  if (decimal.test(character)) return String(readDigit(code));
  return character === 'º' ? '°' : '-';
}

/** The digits of a script are ten characters in their order, between characters that are no digits. */
function readDigit(code: number): number {
  let zero = code;
  while (decimal.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}
