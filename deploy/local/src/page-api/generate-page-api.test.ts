import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { projectRoot } from '../config.ts';
import { generatePageApi } from './generate-page-api.ts';
import type { ApiDocument } from './select-operations.ts';

const pages = join(projectRoot, 'gateway/web/src');
const document = JSON.parse(readFileSync(join(projectRoot, 'gateway/openapi.json'), 'utf8')) as ApiDocument;
let generated: Awaited<ReturnType<typeof generatePageApi>>;

beforeAll(async () => {
  const modules = globSync('**/*.ts', { cwd: pages }).map((path) => readFileSync(join(pages, path), 'utf8'));
  generated = await generatePageApi(document, modules);
});

it('has the committed types of the operations that pages call', async () => {
  await expect(generated.types).toMatchFileSnapshot(join(pages, 'shared/api/api-types.ts'));
});

it('has the committed routes of the operations that pages call', async () => {
  await expect(generated.routes).toMatchFileSnapshot(join(pages, 'shared/api/routes.ts'));
});

it('generates what a page names, and no more', async () => {
  const sources = [
    'await api.createProject({ body });\napi.noSuchOperation();',
    "writePath('getFile', { fileId })",
  ];
  const { types, routes } = await generatePageApi(document, sources);
  expect(routes.match(/ '.*'/gu)).toEqual([" 'POST /v2/projects'", " 'GET /v2/files/{fileId}'"]);
  expect(types).toContain('export type Project =');
  expect(types).not.toContain('export type CrowdJob =');
});
