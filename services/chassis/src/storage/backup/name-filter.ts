import { createHash, randomBytes } from 'node:crypto';

/** Remembers names in bounded memory: it finds every added name, and may report another name by mistake. */
export interface NameFilter {
  add(name: string): void;
  mayHave(name: string): boolean;
}

/** False positives: one in a million with ten million names, one in fifteen with a hundred million. */
const defaultBytes = 2 ** 26;
const hashes = 4;

/** Creates a Bloom filter. Its hashes differ each time, so that the next filter has other false positives. */
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
