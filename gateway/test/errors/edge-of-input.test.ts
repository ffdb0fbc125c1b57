/** Requests that clients really send, refused at the edge with the error that says what to change. */
import { gzipSync } from 'node:zlib';
import { DomainError } from '@assay/chassis/errors';
import { VersionsServiceService } from '@assay/proto/datasets/v1/versions_service';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };

async function send(path: string, init: RequestInit = {}) {
  const response = await gateway.fetch(path, { headers, ...init });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const post = (body: NonNullable<RequestInit['body']>, more: Readonly<Record<string, string>> = {}) =>
  send('/v2/projects', { method: 'POST', body, headers: { ...headers, ...more } });

const refusal = (status: number, code: string, details: object) => ({
  status,
  body: { error: { code, details } },
});

describe('a JSON body', () => {
  it('that is too large is refused with the maximum', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(2 ** 20) });
    const details = { maxBytes: 2 ** 16, receivedBytes: body.length, mimeType: 'application/json' };
    expect(await post(body)).toMatchObject(refusal(413, 'PAYLOAD_TOO_LARGE', details));
  });

  it('of another type is refused with both types', async () => {
    const details = {
      declaredMimeType: 'text/xml',
      detectedMimeType: null,
      allowedMimeTypes: ['application/json'],
    };
    const answer = await post('<a/>', { 'content-type': 'text/xml; charset=utf-8' });
    expect(answer).toMatchObject(refusal(415, 'UNSUPPORTED_MEDIA_TYPE', details));
  });

  it.each([
    ['half of a surrogate pair', '{"name":"\\ud83d"}', /surrogate/u],
    ['half of a pair in a key', '{"\\ud83d":1}', /surrogate/u],
    [
      'bytes that are not UTF-8',
      Uint8Array.from([...Buffer.from('{"name":"'), 0xe4, 0x22, 0x7d]),
      /not valid UTF-8/u,
    ],
    ['a key __proto__', '{"name":"a","__proto__":{"x":1}}', /a key `__proto__`/u],
    ['an escaped key __proto__', '{"name":"a","additionalInfo":{"\\u005f_proto__":1}}', /a key `__proto__`/u],
    [
      'a key __proto__ behind many values',
      `{"name":"a","additionalInfo":{"x":[${'1,'.repeat(30_000)}1],"\\u005f_proto__":1}}`,
      /a key `__proto__`/u,
    ],
    ['a comma too many', '{"name":"a",}', /not valid JSON/u],
  ])('with %s is refused in true words', async (_, body, message) => {
    const answer = await post(body);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST' } } });
    expect((answer.body as { error: { message: string } }).error.message).toMatch(message);
  });

  it('with a whole surrogate pair is accepted', async () => {
    expect((await post('{"name":"\\ud83d\\ude00"}')).status).toBe(201);
  });

  it('that is compressed is refused in true words', async () => {
    const answer = await post(new Uint8Array(gzipSync('{"name":"a"}')), { 'content-encoding': 'gzip' });
    expect(answer).toMatchObject({ status: 415, body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } } });
    expect((answer.body as { error: { message: string } }).error.message).toContain('content coding gzip');
  });
});

describe('a query', () => {
  it.each(['/v2/projects?limti=5', '/v2/projects/p1?limti=5', '/v2/organizations?limti=5'])(
    'with an unknown parameter is refused with its name: %s',
    async (path) => {
      expect(await send(path)).toMatchObject(refusal(400, 'VALIDATION_ERROR', { field: 'limti' }));
    },
  );

  it('filters runs by pipelineSlug as by pipeline_id', async () => {
    const calls = gateway.record(RunsServiceService.listRuns);
    await send('/v2/projects/p1/verification-runs?pipeline_id=a');
    await send('/v2/projects/p1/verification-runs?pipelineSlug=a');
    const [first, second] = calls.map(({ request }) => request);
    expect([first?.pipelineSlug, second]).toEqual(['a', first]);
  });
});

it.each([101, 3_000])(
  'a path with an id of %i characters is not found, with the headers of every answer',
  async (length) => {
    const notFound = new DomainError('NOT_FOUND', 'FILE_NOT_FOUND', 'The file was not found.');
    gateway.answer(FilesServiceService.getFile, () => Promise.reject(notFound));
    const answer = await send(`/v2/files/${'a'.repeat(length)}`);
    expect([
      answer.status,
      answer.headers.get('x-request-id'),
      answer.headers.get('x-content-type-options'),
    ]).toEqual([404, expect.stringMatching(/./u), 'nosniff']);
  },
);

it.each(['short', 'a'.repeat(23), 'a'.repeat(25)])(
  'a folder id of another length is refused: %s',
  async (folderId) => {
    const path = `/v2/files?projectId=p1&folderId=${folderId}`;
    expect(await send(path)).toMatchObject(refusal(400, 'VALIDATION_ERROR', { field: 'folderId' }));
  },
);

it.each([
  { pipelineSlug: 'p', fileIds: ['f'], contextId: null },
  { pipeline_id: 'p', file_ids: ['f'], context_id: null },
])('a start without a context may say so by null: %j', async (body) => {
  const calls = gateway.record(RunsServiceService.startRun);
  await send('/v2/projects/p1/verification-runs', { method: 'POST', body: JSON.stringify(body) });
  expect(calls.map(({ request }) => request.contextId)).toEqual([undefined]);
});

it('a cleaning of an unknown version is not found, whatever its body', async () => {
  const path = '/v2/datasets/d1/versions/v1/clean';
  const post = { method: 'POST', body: JSON.stringify({ label: 1 }) };
  expect(await send(path, post)).toMatchObject(refusal(400, 'BAD_REQUEST', { field: 'pipelineSlug' }));
  const notFound = new DomainError('NOT_FOUND', 'VERSION_NOT_FOUND', 'The version was not found.');
  gateway.answer(VersionsServiceService.getVersion, () => Promise.reject(notFound));
  expect(await send(path, post)).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
});
