/** Entropy-coded data cannot go on: a code there is not, or too many coefficients. Its message is for the reader of a report. */
export class EntropyError extends Error {}

/** Reads the bits of entropy-coded data (ITU-T T.81, F.2.2.5); stuffed zeros are left out, and a marker ends it. */
export interface BitReader {
  readonly bytes: Uint8Array;
  /** Next byte to take. */
  at: number;
  readonly end: number;
  /** The last `count` bits of it were taken and not used yet. */
  bits: number;
  count: number;
  /** How many of the bits are zeros that stand for data beyond the end. */
  padding: number;
}

export function createBitReader(bytes: Uint8Array, at: number, end: number): BitReader {
  return { bytes, at, end, bits: 0, count: 0, padding: 0 };
}

/** Makes at least 25 bits available. */
export function fillBits(reader: BitReader): void {
  const { bytes, end } = reader;
  while (reader.count <= 24) {
    let byte = 0;
    if (reader.at < end) byte = bytes[reader.at] ?? 0;
    if (reader.at >= end || (byte === 0xff && bytes[reader.at + 1] !== 0)) {
      byte = 0;
      reader.padding += 8;
    } else {
      reader.at += byte === 0xff ? 2 : 1;
    }
    reader.bits = (reader.bits << 8) | byte;
    reader.count += 8;
  }
}

/** The next `length` bits, 0 to 16, as a number. */
export function readBits(reader: BitReader, length: number): number {
  if (length === 0) return 0;
  if (reader.count < length) fillBits(reader);
  reader.count -= length;
  return (reader.bits >>> reader.count) & ((1 << length) - 1);
}

/** The next `length` bits as T.81 F.2.2.1 codes signed values. */
export function readSigned(reader: BitReader, length: number): number {
  const value = readBits(reader, length);
  return length > 0 && value < 1 << (length - 1) ? value - (1 << length) + 1 : value;
}

/** True when bits were used that the data did not have. */
export function isPastEnd({ padding, count }: BitReader): boolean {
  return padding > count;
}

/** Goes to the restart marker next after the current place and behind it; false where there is none. */
export function skipToRestart(reader: BitReader): boolean {
  reader.bits = reader.count = reader.padding = 0;
  for (let at = reader.bytes.indexOf(0xff, reader.at); at >= 0 && at + 1 < reader.end;) {
    const code = reader.bytes[at + 1] ?? 0;
    if (code >= 0xd0 && code <= 0xd7) {
      reader.at = at + 2;
      return true;
    }
    at = reader.bytes.indexOf(0xff, at + 1);
  }
  reader.at = reader.end;
  return false;
}
