import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exceptions, findSlugPlaces } from './slug-places.fixture.ts';

const root = resolve(import.meta.dirname, '../../../..');
const checks = join(root, 'services/checks/src');
const folders = new Map(
  globSync('*/*/manifest.ts', { cwd: checks }).map((path) => [basename(dirname(path)), dirname(path)]),
);
const anySlug = new RegExp([...folders.keys()].join('|'), 'u');

const programs = globSync('{gateway,gateway/web,services/*,deploy/*}/src/**/*.ts', { cwd: root }).filter(
  (path) => !/\.(?:test|fixture)\.ts$/u.test(path),
);
const sources = programs
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))
  .filter(({ source }) => anySlug.test(source));

describe('a slug', () => {
  it('stands in the folder of its check and in pipelines, and nowhere else', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.flatMap(({ path, source }) => findSlugPlaces(path, source, folders))).toEqual([]);
  });

  it('is named by every file that is an exception', () => {
    for (const { path } of exceptions)
      expect(sources.map((one) => one.path)).toContainEqual(expect.stringContaining(path));
  });
});

describe('a table keyed by slug is refused with a sentence that says where it belongs', () => {
  const find = (source: string, path = 'services/verification/src/domain/fusion/weights.ts') =>
    findSlugPlaces(path, source, folders).map((sentence) => sentence.replace(/^[^:]*:/u, ''));
  const belongs = (folder: string) =>
    `a fact of it belongs in services/checks/src/${folder}/manifest.ts, its code in that folder, and its place in a pipeline in services/verification/src/domain/pipeline/definitions.`;

  it('with the line of each key', () => {
    const table = "const weights = {\n  'copy-move': 1,\n  thumbnail: 2,\n};";
    expect(find(table)).toEqual([
      `2 names the check copy-move: ${belongs('pixels/copy-move')}`,
      `3 names the check thumbnail: ${belongs('pixels/thumbnail')}`,
    ]);
  });

  it.each([
    ['a list', "const named = ['c2pa', 'ingest-gate'];", 2],
    ['a comparison', "const isSigned = check === 'c2pa';", 1],
    ['a case', "switch (check) { case 'jpeg-grid': }", 1],
    ['a template', 'const one = `docx-history`;', 1],
  ])('also as %s', (_, source, count) => {
    expect(find(source)).toHaveLength(count);
  });

  it('in the folder of another check', () => {
    const source = "const others = 'jpeg-grid';";
    expect(find(source, 'services/checks/src/pixels/copy-move/check.ts')).toHaveLength(1);
    expect(find(source, 'services/checks/src/pixels/jpeg-grid/check.ts')).toEqual([]);
  });

  it.each([
    ['an import', "import { check } from '../jpeg-grid/check.ts';"],
    ['a field of a file', 'const made = { thumbnail: undefined, width: 512 };'],
    ['a word that is no check', "const basis = isOriginal ? 'thumbnail' : 'sensor';"],
    ['a type', "type Basis = 'thumbnail' | 'jpeg-grid';"],
  ])('and %s is none', (_, source) => {
    expect(find(source)).toEqual([]);
  });

  it('and a pipeline lists its checks', () => {
    const path = 'services/verification/src/domain/pipeline/definitions/image-authenticity.ts';
    expect(find("const checks = ['copy-move', 'jpeg-grid'];", path)).toEqual([]);
  });
});
