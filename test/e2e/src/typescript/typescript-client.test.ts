import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import openapiTs, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import { projectRoot } from '@assay/local/config';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
let platform: SharedPlatform;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-typescript-'));
  platform = await joinPlatform();
});
afterAll(async () => {
  await platform.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Compiles the story with the types of the served document, as strictly as the repository. */
async function compileStory(): Promise<string> {
  const document = (await (await fetch(`${platform.baseUrl}/v2/openapi.json`)).json()) as OpenAPI3;
  await writeFile(join(folder, 'schema.d.ts'), astToString(await openapiTs(document)));
  await copyFile(join(import.meta.dirname, 'story.ts'), join(folder, 'story.ts'));
  await symlink(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    types: ['node'],
    skipLibCheck: true,
    typeRoots: [join(projectRoot, 'node_modules/@types')],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['story.ts'] }));
  const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '--project', folder]);
  return join(folder, 'story.js');
}

it('a client with the types of openapi-typescript compiles, and verifies a photograph with machines and people', async () => {
  const photograph = samplePhotograph();
  const story = await compileStory();
  const { stdout } = await run(process.execPath, [story, platform.baseUrl, platform.apiKey, photograph]);
  const said = JSON.parse(stdout) as Readonly<Record<'projectId' | 'webhookId', string>>;
  expect(said).toMatchObject({
    sha256: createHash('sha256')
      .update(await readFile(photograph))
      .digest('hex'),
    verdict: expect.any(String),
    fileNames: [basename(photograph)],
    answerStatus: 'pending_review',
    secret: expect.stringMatching(/^whsec_/u),
    deliveries: 0,
    refused: 'NOT_FOUND',
  });
  const rest = createRest(platform.baseUrl, platform.apiKey);
  const webhook = await rest.get(`/v2/projects/${said.projectId}/webhooks/${said.webhookId}`);
  expect(webhook.body).toMatchObject({ url: 'https://8.8.8.8/hooks', eventTypes: ['run.revised'] });
});
