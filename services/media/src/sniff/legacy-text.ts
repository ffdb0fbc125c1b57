/** The encodings of before Unicode whose text is mostly beyond ASCII, as the Encoding Standard names them. */
export const legacyEncodings: readonly string[] = [
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
  'windows-1251',
  'koi8-r',
];

/** Of the characters beyond ASCII, those that words and sentences consist of. */
const minWritingShare = 0.9;

/** Whether the bytes are lawful in an encoding and read as writing: letters and punctuation, not boxes and unassigned characters. */
export function readsAs(bytes: Uint8Array, encoding: string): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    const beyondAscii = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
    const writing = text.match(/(?![\0-\x7f])[\p{L}\p{M}\p{N}\p{P}\p{Zs}]/gu)?.length ?? 0;
    return writing >= beyondAscii * minWritingShare;
  } catch {
    // It is not lawful in this encoding.
    return false;
  }
}
