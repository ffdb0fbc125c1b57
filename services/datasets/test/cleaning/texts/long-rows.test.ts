import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { setUpTextCleaning } from './set-up-text-cleaning.ts';

const { cleaner, files, signal } = setUpTextCleaning();

/** The first half of the columns holds telephone numbers, the second one numbers of orders; every third cell is long. */
const columns = 600;
const long = 'n'.repeat(13_000);
const number = '4930123456';

describe('a table with rows of more than 2 MiB', () => {
  it('keeps the columns of a row across its pieces', async () => {
    const listCells = (write: (at: number) => string): string =>
      Array.from({ length: columns }, (_, at) => write(at)).join(',');
    const header = listCells((at) => (at < columns / 2 ? 'phone' : 'order_id'));
    const rows = Array.from({ length: 20 }, () => listCells(() => '1'));
    const longRow = listCells((at) => (at % 3 === 0 ? long : number));
    expect(longRow.length).toBeGreaterThan(2 * 2 ** 20);
    const file = await files.create('table.csv', [header, ...rows, longRow, ''].join('\n'));
    const result = await cleaner.maskPersonalData(file, signal);
    if (result.outcome !== 'changed') throw new Error('nothing was masked');
    const cells = (await readFile(result.output.path, 'utf8')).split('\n').at(-2)?.split(',') ?? [];
    expect(cells).toHaveLength(columns);
    expect(cells.slice(0, columns / 2)).not.toContain(number);
    expect(cells.slice(columns / 2).filter((cell) => cell === number)).toHaveLength(columns / 3);
  });
});
