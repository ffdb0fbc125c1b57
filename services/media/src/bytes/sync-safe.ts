/** Reads a length of ID3v2, which is in four bytes of seven bits (id3.org, ID3v2.4 section 6.2). */
export function readSyncSafe(bytes: Uint8Array, at: number): number {
  return [0, 1, 2, 3].reduce((value, index) => value * 128 + ((bytes[at + index] ?? 0) & 0x7f), 0);
}
