import { newId } from '@assay/chassis/ids';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createOutsider } from './create-outsider.ts';
import { fetchDocument, operationsOf } from './openapi-document.ts';
import type { NamedOperation } from './openapi-document.ts';
import { populate } from './populate.ts';
import type { Population } from './populate.ts';

let platform: LaunchedPlatform;
let population: Population;
let outsider: Record<string, string>;
let operations: readonly NamedOperation[];

beforeAll(async () => {
  platform = await launchPlatform({ servers: inject('servers') });
  population = await populate(createRest(platform.baseUrl, platform.apiKey));
  outsider = await createOutsider(platform);
  const all = operationsOf(await fetchDocument(platform.baseUrl));
  operations = all.filter(({ path }) => /\{(projectId|fileId|runId)\}/u.test(path));
}, 180_000);
afterAll(() => platform.stop());

interface Body {
  readonly body?: string | FormData;
  readonly type?: string;
}

function bodyOf({ operationId, method }: NamedOperation, { fileId, slug }: Population): Body {
  if (method === 'get') return {};
  if (operationId === 'uploadFile') {
    const form = new FormData();
    form.set('file', new Blob(['not a picture']), 'x.jpg');
    return { body: form };
  }
  if (operationId === 'startRun') {
    const body = JSON.stringify({ pipelineSlug: slug, fileIds: [fileId] });
    return { body, type: 'application/json' };
  }
  throw new Error(`${operationId} needs a body here, so that it is not left out`);
}

/** Everything of the answer that a client sees, but for what changes with every request. */
async function ask(credential: Record<string, string>, operation: NamedOperation, ids: Population) {
  const path = operation.path.replaceAll(/\{(\w+)\}/gu, (_all, name: keyof Population) => ids[name]);
  const { type, ...init } = bodyOf(operation, ids);
  const headers = {
    ...credential,
    ...(type !== undefined && { 'content-type': type }),
    'x-request-id': 'the-same',
  };
  const method = operation.method.toUpperCase();
  const response = await fetch(platform.baseUrl + path, { method, redirect: 'manual', ...init, headers });
  const changing = new Set([
    'connection',
    'keep-alive',
    'date',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
  ]);
  const kept = [...response.headers].filter(([name]) => !changing.has(name));
  return { operationId: operation.operationId, status: response.status, kept, body: await response.text() };
}

async function post(path: string, body: unknown) {
  const headers = { ...outsider, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(platform.baseUrl + path, init);
  const answer = (await response.json()) as { id?: string; error?: { code: string } };
  return { status: response.status, body: answer };
}

describe('what belongs to another organization', () => {
  it('is answered by every operation as what does not exist, byte for byte', async () => {
    const unknown = { ...population, projectId: newId(), fileId: newId(), runId: newId() };
    expect(operations.length).toBeGreaterThan(10);
    for (const operation of operations) {
      const foreign = await ask(outsider, operation, population);
      expect(foreign).toMatchObject({ operationId: operation.operationId, status: 404 });
      expect(foreign).toEqual(await ask(outsider, operation, unknown));
    }
  });

  it('is there for its owner, asked for in the same way', async () => {
    for (const operation of operations.filter(({ method }) => method === 'get')) {
      const { status } = await ask({ 'x-api-key': platform.apiKey }, operation, population);
      const expected = operation.operationId === 'downloadFile' ? 302 : 200;
      expect([operation.operationId, status]).toEqual([operation.operationId, expected]);
    }
  });

  it('cannot be verified by an outsider inside a project of their own', async () => {
    const project = await post('/v2/projects', { name: 'Outside' });
    const answer = await post(`/v2/projects/${project.body.id}/verification-runs`, {
      pipelineSlug: population.slug,
      fileIds: [population.fileId],
    });
    expect([answer.status, answer.body.error?.code]).toEqual([404, 'NOT_FOUND']);
  });
});
