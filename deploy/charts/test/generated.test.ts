import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { expect, it } from 'vitest';
import { generatedFiles } from '../src/generated.ts';
import { repositoryRoot } from '../src/paths.ts';

it.each(generatedFiles.map((file) => [relative(repositoryRoot, file.path), file] as const))(
  'keeps %s as `npm run charts -- --write` makes it',
  async (_path, { path, content }) => {
    expect(await readFile(path, 'utf8')).toBe(content());
  },
);
