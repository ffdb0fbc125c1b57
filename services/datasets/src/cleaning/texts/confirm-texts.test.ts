import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmTexts } from './confirm-texts.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'confirm-texts-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function confirm(one: string, other: string): Promise<boolean> {
  const paths = [join(folder, 'one'), join(folder, 'other')] as const;
  await Promise.all([writeFile(paths[0], one), writeFile(paths[1], other)]);
  return confirmTexts({ paths, types: ['text/plain', 'text/plain'] });
}

/** Lines of three megabytes. */
function writeLines(end: string): string {
  return Array.from(
    { length: 80_000 },
    (_, at) => `Line ${at.toString()} of a long report on roads.${end}`,
  ).join('');
}

describe('confirmTexts', () => {
  it('compares long texts by all of their words', async () => {
    const long = writeLines('\n');
    expect(await confirm(long, writeLines('\r\n'))).toBe(true);
    expect(await confirm(long, long.replace('Line 79998', 'Line 79989'))).toBe(false);
  });

  it('compares a long text with a short one that has the same words', async () => {
    const short = Array.from({ length: 1_000 }, (_, at) => `word ${at.toString()}`).join(' ');
    const long = short.replaceAll(' ', ' '.repeat(1_200));
    expect(await confirm(long, short)).toBe(true);
    expect(await confirm(long, `${short} more`)).toBe(false);
  });
});
