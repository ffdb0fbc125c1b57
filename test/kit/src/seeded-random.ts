export interface SeededRandom {
  /** Returns an integer from 0 to `limit - 1`. */
  below(limit: number): number;
  shuffled<T>(values: readonly T[]): T[];
  /** Returns one of the values; undefined for an empty array. */
  pick<T>(values: readonly T[]): T | undefined;
}

/** Creates a pseudorandom number generator (mulberry32). The same seed gives the same numbers. */
export function createRandom(seed: number): SeededRandom {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    shuffled: (values) =>
      values
        .map((value) => ({ value, rank: next() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ value }) => value),
    pick: (values) => values[below(values.length)],
  };
}
