import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { notApplicable } from '@assay/checks/check/check-result';
import type { ExaminedFile } from './examine.ts';
import { openExaminedFiles } from './examined-files.ts';

const check = {
  slug: 'jpeg-grid',
  version: '2',
  kind: 'statistical',
  criterion: 'pixel_consistency',
} as const;

function newFile(group: string, version = '2'): ExaminedFile {
  const known = { scene: 'harbour', source: 'a camera', mimeType: 'image/jpeg' };
  const result = { ...notApplicable({ ...check, version }, 'too small'), marks: null };
  return { ...known, group, change: null, isLaundered: false, results: [result] };
}

it('keeps what checks said, and has a check only in the version that saw every file of the scene', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'examined-'));
  try {
    const path = join(folder, 'files.jsonl');
    await (await openExaminedFiles(path)).add([newFile('original'), newFile('cropped', '1')]);
    const files = await openExaminedFiles(path);
    expect(files.has('harbour', check)).toBe(false);
    expect(files.has('elsewhere', check)).toBe(false);
    await files.add([newFile('cropped')]);
    expect(files.has('harbour', check)).toBe(true);
    expect(files.has('harbour', { ...check, version: '3' })).toBe(false);
    expect((await openExaminedFiles(path)).all()).toEqual(files.all());
    expect(files.all().map(({ group }) => group)).toEqual(['original', 'cropped']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('keeps the condition of a file when only other checks run again', async () => {
  const files = await openExaminedFiles(null);
  await files.add([{ ...newFile('original'), condition: 'saved-again' }]);
  await files.add([{ ...newFile('original', '3'), condition: null }]);
  expect(files.all()).toMatchObject([{ condition: 'saved-again', results: [{ version: '3' }] }]);
});
