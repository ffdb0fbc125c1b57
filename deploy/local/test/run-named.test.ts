import { describe, expect, it } from 'vitest';
import { linesOf, pathsByName } from '../src/processes/run-named.ts';

describe.each([
  ['test/bench/src', '.bench.ts', ['balance', 'gateway']],
  ['test/faults/src', '.test.ts', ['kill', 'races']],
] as const)('the programs below %s', (folder, suffix, some) => {
  it('are found in whatever folder they lie, each under a name of its own', async () => {
    const paths = await pathsByName({ folder, suffix });
    expect([...paths.keys()]).toEqual(expect.arrayContaining([...some]));
    expect([...paths.keys()]).toEqual([...paths.keys()].toSorted());
  });

  it('say in one line each what they show', async () => {
    for (const line of await linesOf(await pathsByName({ folder, suffix }))) {
      expect(line).toMatch(/^ {2}[a-z0-9-]+ {2,}[A-Z].+\.$/u);
      expect(line.length).toBeLessThan(140);
    }
  });
});
