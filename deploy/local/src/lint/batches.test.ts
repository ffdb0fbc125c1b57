import { expect, it } from 'vitest';
import { groupIntoBatches } from './batches.ts';

const file = (path: string, sizeBytes: number) => ({ path, sizeBytes });

it('keeps the files of a package together and fills batches to their limit', () => {
  const files = [
    file('services/mcp/src/main.ts', 1),
    file('gateway/src/main.ts', 30),
    file('services/media/src/a.ts', 50),
    file('vitest.config.ts', 2),
    file('gateway/web/src/page.ts', 30),
    file('services/media/src/b.ts', 49),
    file('test/kit/src/rest.ts', 40),
  ];
  expect(groupIntoBatches(files, 100)).toEqual([
    ['services/media/src/a.ts', 'services/media/src/b.ts', 'services/mcp/src/main.ts'],
    ['gateway/src/main.ts', 'gateway/web/src/page.ts', 'test/kit/src/rest.ts'],
    ['vitest.config.ts'],
  ]);
});

it('makes a package of more than the limit a batch alone', () => {
  const files = [
    file('proto/processes.ts', 5),
    file('gateway/src/main.ts', 200),
    file('test/kit/src/rest.ts', 5),
  ];
  expect(groupIntoBatches(files, 100)).toEqual([
    ['gateway/src/main.ts'],
    ['proto/processes.ts', 'test/kit/src/rest.ts'],
  ]);
});

it('has no batch without a file', () => {
  expect(groupIntoBatches([], 100)).toEqual([]);
});
