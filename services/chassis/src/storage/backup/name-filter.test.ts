import { describe, expect, it } from 'vitest';
import { createNameFilter } from './name-filter.ts';

const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}/${index.toString()}`);

describe('a filter of names', () => {
  it('knows every name that it was added', () => {
    const filter = createNameFilter(1_024);
    const added = names('added', 5_000);
    for (const name of added) filter.add(name);
    expect(added.filter((name) => !filter.mayHave(name))).toEqual([]);
  });

  it('takes few others for one of them while it has room, and others each time', () => {
    const mistaken = Array.from({ length: 2 }, () => {
      const filter = createNameFilter(16_384);
      for (const name of names('added', 10_000)) filter.add(name);
      return names('other', 10_000).filter((name) => filter.mayHave(name));
    });
    // With 13 bits a name, (1 - e^(-4/13))^4 of others: half a percent.
    for (const some of mistaken) expect(some.length).toBeLessThan(150);
    expect(mistaken[0]).not.toEqual(mistaken[1]);
  });
});
