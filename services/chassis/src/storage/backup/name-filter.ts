import { createHash, randomBytes } from 'node:crypto';

/** Remembers names in bounded memory: it knows every one that was added, and may take another for one of them. */
export interface NameFilter {
  add(name: string): void;
  mayHave(name: string): boolean;
}

/** Of ten million names, one in a million others is taken for one of them; of a hundred million, one in fifteen. */
const defaultBytes = 2 ** 26;
const hashes = 4;

/** A Bloom filter. Its hashes differ each time, so that what one takes for known another need not. */
export function createNameFilter(sizeBytes = defaultBytes): NameFilter {
  const bits = new Uint8Array(sizeBytes);
  const salt = randomBytes(16);
  const hashToBits = (name: string): readonly number[] => {
    const digest = createHash('sha256').update(salt).update(name).digest();
    return Array.from({ length: hashes }, (_, index) => digest.readUIntBE(index * 6, 6) % (sizeBytes * 8));
  };
  const maskBit = (place: number): number => 1 << (place & 7);
  return {
    add(name) {
      for (const place of hashToBits(name)) {
        const index = Math.floor(place / 8);
        bits[index] = (bits[index] ?? 0) | maskBit(place);
      }
    },
    mayHave: (name) =>
      hashToBits(name).every((place) => ((bits[Math.floor(place / 8)] ?? 0) & maskBit(place)) !== 0),
  };
}
