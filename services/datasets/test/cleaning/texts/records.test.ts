import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Treatment } from '../../../src/cleaning/treatment.ts';
import { setUpTextCleaning } from './set-up-text-cleaning.ts';

const { cleaner, files, signal } = setUpTextCleaning();

async function clean(treat: Treatment, name: string, text: string): Promise<string> {
  const result = await treat(await files.create(name, text), signal);
  if (result.outcome === 'removed') throw new Error(result.explanation);
  return result.outcome === 'changed' ? (await readFile(result.output.path)).toString() : text;
}

describe('records', () => {
  it('of JSON Lines stay records in every treatment, also in later pieces', async () => {
    const record = {
      text: 'one\u2028two\u2029three\u0085four',
      phone: 4_155_550_142,
      id: 4_155_550_143,
      note: 'call\n212-555-0144',
    };
    const text = `${JSON.stringify(record)}\n`.repeat(18_000);
    expect(await clean(cleaner.standardizeText, 'a.jsonl', text)).toBe(text);
    const masked = await clean(cleaner.maskPersonalData, 'a.txt', text);
    const lines = masked.trimEnd().split('\n');
    expect(lines).toHaveLength(18_000);
    for (const line of [lines[0], lines.at(-1)])
      expect(JSON.parse(line ?? '')).toEqual({ ...record, phone: '[PHONE_1]', note: 'call\n[PHONE_2]' });
  });

  it('of a table stay records, and later pieces are judged by the header', async () => {
    const text = `id,phone,note\n${'4155550142,4155550143,"a\u2028b, c"\n'.repeat(70_000)}`;
    expect(await clean(cleaner.standardizeText, 'a.csv', text)).toBe(text);
    const masked = await clean(cleaner.maskPersonalData, 'a.txt', text);
    expect(masked === text.replaceAll('4155550143', '[PHONE_1]')).toBe(true);
  });

  it('of a table are counted as lines', async () => {
    const text = 'id,note\n1,a\u2028b\n2,c\fd\n';
    const result = await cleaner.countStatistics(await files.create('a.txt', text), signal);
    expect(result).toMatchObject({ outcome: 'read', value: { lines: 3 } });
  });
});
