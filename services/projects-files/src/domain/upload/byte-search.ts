/** Looks for a sequence of bytes in content that comes in pieces. */
export interface ByteSearch {
  /** Takes the next piece. */
  add(piece: Buffer): void;
  hasFound(): boolean;
}

/** @param bytes at least one */
export function createByteSearch(bytes: Uint8Array): ByteSearch {
  const sequence = Buffer.from(bytes);
  let hasFound = false;
  let end: Buffer = Buffer.alloc(0);
  return {
    add(piece) {
      if (hasFound) return;
      // A sequence may begin in one piece and end in the next.
      const overlap = Buffer.concat([end, piece.subarray(0, sequence.byteLength - 1)]);
      hasFound = overlap.includes(sequence) || piece.includes(sequence);
      end = Buffer.concat([end, piece]).subarray(-(sequence.byteLength - 1));
    },
    hasFound: () => hasFound,
  };
}
