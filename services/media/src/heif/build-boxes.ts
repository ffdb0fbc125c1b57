/** Builds a box of an ISO base media file. */
export function buildBox(name: string, ...contents: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(contents.reduce((sum, { length }) => sum + length, header.length));
  header.write(name, 4, 'latin1');
  return Buffer.concat([header, ...contents]);
}

/** Builds a number of 1 to 4 bytes, or of 0. */
export function buildNumber(value: number, width: number): Buffer {
  const bytes = Buffer.alloc(width);
  if (width > 0) bytes.writeUIntBE(value, 0, width);
  return bytes;
}

/** Builds numbers of one width. */
export function buildNumbers(values: readonly number[], width: number): Buffer {
  return Buffer.concat(values.map((value) => buildNumber(value, width)));
}
