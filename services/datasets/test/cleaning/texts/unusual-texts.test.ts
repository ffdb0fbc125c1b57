import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { setUpTextCleaning } from './set-up-text-cleaning.ts';

const { cleaner, files, signal } = setUpTextCleaning();

const megabyte = 2 ** 20;
const columns = Array.from({ length: 1_000 }, (_, index) => `column ${index + 1}`);
const row = columns.map((_, index) => (index === 500 ? 'ann@example.org' : String(index))).join(',');

/** Texts, and the values that are masked in them. */
const texts: Readonly<Record<string, readonly [text: string, masked: number]>> = {
  'one line of 10 MB': [`${`${'harbour'.repeat(20)}, `.repeat((10 * megabyte) / 142)}ann@example.org`, 1],
  '100,000 digits': ['1234567890'.repeat(10_000), 0],
  'nested quotes': [`${'"\'„«'.repeat(50_000)}ann@example.org`, 1],
  'quotes in quotes of a table': [`a,b\n${'"""x"",""y""",2\n'.repeat(20_000)}"ann@example.org",3\n`, 1],
  'a quote that does not end': [`a,b\n1,"2\n${'3,4\n'.repeat(50_000)}`, 0],
  'nested JSON arrays': [`${'['.repeat(100_000)}"ann@example.org"${']'.repeat(100_000)}`, 1],
  'a script without spaces': [
    `${'港口很安静第一批渔船在清晨回来了'.repeat(20_000)}请写信给ann@example.org谢谢`,
    1,
  ],
  'a table of one column': [`mail\n${'ann@example.org\n'.repeat(1_000)}`, 1],
  'a table of 1,000 columns': [`${columns.join(',')}\n${`${row}\n`.repeat(200)}`, 1],
  'a table with a header only': ['id,phone,mail\n', 0],
  'a table with two equal headers': ['phone,id,phone\n4155550142,4155550143,4155550144\n', 2],
  'a table of empty cells': [',,,\n'.repeat(50_000), 0],
};

describe.each(Object.entries(texts))('%s', (_name, [text, values]) => {
  it('is masked and standardized in bounded time', async () => {
    const file = await files.create('a.csv', text);
    const started = performance.now();
    const masked = await cleaner.maskPersonalData(file, signal);
    const standard = await cleaner.standardizeText(await files.create('a.csv', text), signal);
    expect(performance.now() - started).toBeLessThan(60_000);
    expect(standard).toMatchObject({ outcome: 'unchanged' });
    expect(masked.outcome).toBe(values === 0 ? 'unchanged' : 'changed');
    if (masked.outcome !== 'changed') return;
    const content = (await readFile(masked.output.path)).toString();
    expect(new Set(content.match(/\[(?:EMAIL|PHONE)_\d\]/gu)).size).toBe(values);
  });
});
