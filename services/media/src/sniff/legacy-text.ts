/** Encodings of several bytes a character. */
export const eastAsianEncodings: readonly string[] = ['shift_jis', 'euc-jp', 'euc-kr', 'gb18030', 'big5'];

/** Encodings of one byte a character, the more common first. */
export const singleByteEncodings: readonly string[] = [
  ...['windows-1252', 'windows-1251', 'windows-1250', 'windows-1254', 'windows-1256', 'windows-1253'],
  ...[
    'windows-1255',
    'windows-1257',
    'windows-874',
    'koi8-r',
    'koi8-u',
    'iso-8859-2',
    'iso-8859-5',
    'ibm866',
  ],
];

const legacyEncodings = [...singleByteEncodings, ...eastAsianEncodings];
const latinEncodings = ['windows-1252', 'windows-1250', 'windows-1254', 'windows-1257', 'iso-8859-2'];
/** Share of the bytes of a text in a Latin encoding that may lie above ASCII. */
const maxLatinHighShare = 0.3;

/** Enough to tell writing from other bytes. */
const sampleBytes = 16_384;
/** The share of letters, punctuation and signs among the characters beyond ASCII. */
const minWritingShare = 0.9;
const beyondAscii = /[^\0-\x7f]/gu;
const writing = /(?![\0-\x7f])[\p{L}\p{M}\p{N}\p{P}\p{Zs}\p{Sc}\p{Sk}\u00ad©®°±×÷§¶µ¬¦™№†‡•‰]/gu;

/** Returns true when the bytes read as text in an encoding older than Unicode. */
export function readsAsLegacyText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, sampleBytes);
  return legacyEncodings.some((encoding) => readsAs(sample, encoding));
}

/** Returns true when the bytes are lawful in an encoding and read as writing: letters, punctuation and signs, no boxes or controls. */
export function readsAs(bytes: Uint8Array, encoding: string): boolean {
  const isLatin = latinEncodings.includes(encoding);
  if (isLatin && countHighBytes(bytes) > bytes.byteLength * maxLatinHighShare) return false;
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    if (/[\u0080-\u009f]/u.test(text)) return false;
    const all = text.match(beyondAscii)?.length ?? 0;
    return (text.match(writing)?.length ?? 0) >= all * minWritingShare;
  } catch {
    // It is not lawful in this encoding.
    return false;
  }
}

function countHighBytes(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte >= 0x80) count += 1;
  return count;
}
