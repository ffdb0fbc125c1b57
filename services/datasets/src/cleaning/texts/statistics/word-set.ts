import { hashWord } from '../similarity/min-hash.ts';

/** A set of words that only grows, of constant size: the words themselves would keep the blocks of text in memory that they are parts of. */
export interface WordSet {
  /** Adds a word unless the set is full. Returns false if the word is not in the set afterwards. */
  add(word: string): boolean;
  size(): number;
}

/** Twice the words, as a power of two. */
const slots = 2 ** 20;
const maxWords = 500_000;
const otherOffset = 0x2545f491;

/** Creates a set of up to 500,000 words, in 8 MB. Words are hashes of 53 bits: two of them are equal with probability 0.00001. */
export function createWordSet(): WordSet {
  const table = new Float64Array(slots);
  let size = 0;
  return {
    add(word) {
      const first = hashWord(word);
      // Zero is a free slot.
      const hash = first * 2 ** 21 + (hashWord(word, otherOffset) >>> 11) + 1;
      let at = first % slots;
      while (table[at] !== 0 && table[at] !== hash) at = (at + 1) % slots;
      if (table[at] === hash) return true;
      if (size === maxWords) return false;
      table[at] = hash;
      size += 1;
      return true;
    },
    size: () => size,
  };
}
