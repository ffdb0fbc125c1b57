import { readsAsLegacyText } from './legacy-text.ts';

/** What the bytes of a plain text show of its encoding: one, or `legacy` where it is older than Unicode and has to be guessed. */
export type TextForm = 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-2022-jp' | 'legacy';

/** Share of zero high bytes from which text without a byte order mark is taken for UTF-16. */
const minUtf16ZeroShare = 0.7;
/** How a text switches to Japanese (RFC 1468). */
const japaneseEscape = Buffer.from('\u001b$');

/**
 * Whether the bytes read as plain text, and what they show of its encoding: UTF-8, UTF-16 or ISO-2022-JP that decodes to printable
 * characters (a character cut off at the end of the head is forgiven), else bytes that read as text in an encoding of before Unicode.
 * Undefined for anything else, also for no bytes at all.
 */
export function detectText(head: Uint8Array): TextForm | undefined {
  if (head.byteLength === 0) return undefined;
  const utf16 = utf16Order(head);
  if (utf16 !== undefined)
    return decodesPrintable(head.subarray(0, head.byteLength & ~1), utf16) ? utf16 : undefined;
  const text = head.subarray(0, findTextEnd(head));
  if (text.byteLength === 0 || hasControls(text)) return undefined;
  if (decodesPrintable(text, 'utf-8')) return isJapanese(text) ? 'iso-2022-jp' : 'utf-8';
  return readsAsLegacyText(text) ? 'legacy' : undefined;
}

const controlZ = 0x1a;

/** Returns where a text ends: at a Ctrl-Z, as DOS wrote it, when only the padding of a block follows. */
export function findTextEnd(bytes: Uint8Array): number {
  const end = bytes.indexOf(controlZ);
  const isEnd = end >= 0 && bytes.subarray(end).every((byte) => byte === controlZ || byte === 0);
  return isEnd ? end : bytes.byteLength;
}

function utf16Order(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head.byteLength < 8) return undefined;
  const zeros: [number, number] = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1;
  });
  const half = Math.floor(head.byteLength / 2);
  if (zeros[1] / half >= minUtf16ZeroShare && zeros[0] === 0) return 'utf-16le';
  if (zeros[0] / half >= minUtf16ZeroShare && zeros[1] === 0) return 'utf-16be';
  return undefined;
}

/** White space and the escape of terminals are the controls that text has; no encoding but UTF-16 uses the others within characters. */
function hasControls(head: Uint8Array): boolean {
  return head.some(
    (byte) => byte === 0x7f || (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b),
  );
}

function decodesPrintable(head: Uint8Array, encoding: string): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f\ufffe\uffff]/.test(text);
  } catch {
    return false;
  }
}

function isJapanese(head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  return bytes.includes(japaneseEscape) && decodesPrintable(head, 'iso-2022-jp');
}
