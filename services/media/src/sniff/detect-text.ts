/** The encodings plain text is recognized in. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes of a single-byte text that may lie above ASCII before it is taken for binary data. */
const maxHighByteShare = 0.3;
/** Share of zero high bytes from which text without a byte order mark is taken for UTF-16. */
const minUtf16ZeroShare = 0.7;

/**
 * Whether the bytes read as plain text, and in which encoding: UTF-8 or UTF-16 that decodes to printable characters
 * (a character cut off at the end of the head is forgiven), else a single-byte encoding without control characters.
 * Undefined for anything else, also for no bytes at all.
 */
export function detectText(head: Uint8Array): TextEncoding | undefined {
  if (head.byteLength === 0) return undefined;
  const utf16 = utf16Order(head);
  if (utf16 !== undefined)
    return decodesPrintable(head.subarray(0, head.byteLength & ~1), utf16) ? utf16 : undefined;
  if (head.includes(0)) return undefined;
  if (decodesPrintable(head, 'utf-8')) return 'utf-8';
  return isWindows1252(head) ? 'windows-1252' : undefined;
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

function decodesPrintable(head: Uint8Array, encoding: TextEncoding): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f\ufffe\uffff]/.test(text);
  } catch {
    return false;
  }
}

function isWindows1252(head: Uint8Array): boolean {
  let high = 0;
  for (const byte of head) {
    if (byte === 0x7f || (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b)) return false;
    if (byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d) return false;
    if (byte >= 0x80) high += 1;
  }
  return high / head.byteLength <= maxHighByteShare;
}
