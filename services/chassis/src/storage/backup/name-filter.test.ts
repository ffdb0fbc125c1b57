import { describe, expect, it } from 'vitest';
import { createNameFilter } from './name-filter.ts';

const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}/${index.toString()}`);

describe('a filter of names', () => {
  it('finds every added name', () => {
    const filter = createNameFilter(1_024);
    const added = names('added', 5_000);
    for (const name of added) filter.add(name);
    expect(added.filter((name) => !filter.mayHave(name))).toEqual([]);
  });

  it('has few false positives below its capacity, and others each time', () => {
    const mistaken = Array.from({ length: 2 }, () => {
      const filter = createNameFilter(16_384);
      for (const name of names('added', 10_000)) filter.add(name);
      return names('other', 10_000).filter((name) => filter.mayHave(name));
    });
    // The expected rate of false positives is (1 - e^(-4/13))^4 with 13 bits per name: half a percent.
    for (const some of mistaken) expect(some.length).toBeLessThan(150);
    expect(mistaken[0]).not.toEqual(mistaken[1]);
  });
});
