import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { projectRoot } from '@assay/local/config';
import { expect, it } from 'vitest';

const sources = globSync(['{gateway,services,test,deploy}/**/*.ts'], {
  cwd: projectRoot,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist|gen)$/u.test(path),
});
const sharedPath = /['"`](?<path>(?:\.\.\/)+shared\/(?:media|cases))/gu;

/** A file that moved would look for the collection at another place, and its tests would be skipped without a word. */
it('each relative path to the shared collections leads beside the project', () => {
  const paths = sources.flatMap((source) => {
    const text = readFileSync(join(projectRoot, source), 'utf8');
    return [...text.matchAll(sharedPath)].map(({ groups }) => ({ source, path: groups?.['path'] ?? '' }));
  });
  expect(paths.length).toBeGreaterThan(10);
  const shared = resolve(projectRoot, '../shared');
  const wrong = paths.filter(
    ({ source, path }) => dirname(resolve(projectRoot, dirname(source), path)) !== shared,
  );
  expect(wrong).toEqual([]);
});
