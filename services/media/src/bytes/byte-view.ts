/** A window into a buffer whose reads answer null outside it instead of throwing. Offsets count from the window. */
export interface ByteView {
  /** Where the window begins in the file. */
  readonly start: number;
  readonly length: number;
  readonly u8: (offset: number) => number | null;
  readonly u16: (offset: number, littleEndian?: boolean) => number | null;
  readonly u32: (offset: number, littleEndian?: boolean) => number | null;
  /** The bytes there, or null when the range leaves the window. No copy. */
  readonly slice: (offset: number, length: number) => Uint8Array | null;
  /** True when the bytes there equal the text's Latin-1 codes. */
  readonly startsWith: (text: string, offset?: number) => boolean;
}

/** A view of `length` bytes from `start`, clipped to the buffer. */
export function byteView(bytes: Uint8Array, start = 0, length = bytes.length - start): ByteView {
  const from = Math.min(Math.max(0, start), bytes.length);
  const size = Math.max(0, Math.min(length, bytes.length - from));
  const data = new DataView(bytes.buffer, bytes.byteOffset + from, size);
  const fits = (offset: number, width: number): boolean =>
    Number.isInteger(offset) && offset >= 0 && width >= 0 && offset + width <= size;
  return {
    start: from,
    length: size,
    u8: (offset) => (fits(offset, 1) ? data.getUint8(offset) : null),
    u16: (offset, littleEndian = false) => (fits(offset, 2) ? data.getUint16(offset, littleEndian) : null),
    u32: (offset, littleEndian = false) => (fits(offset, 4) ? data.getUint32(offset, littleEndian) : null),
    slice: (offset, width) =>
      fits(offset, width) ? bytes.subarray(from + offset, from + offset + width) : null,
    startsWith: (text, offset = 0) =>
      fits(offset, text.length) &&
      Array.from(text).every((character, index) => data.getUint8(offset + index) === character.charCodeAt(0)),
  };
}

/** Latin-1 text of the bytes up to the first NUL. */
export function latin1(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return Buffer.from(end < 0 ? bytes : bytes.subarray(0, end)).toString('latin1');
}
