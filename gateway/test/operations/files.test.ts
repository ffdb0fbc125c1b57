import { File } from '@assay/proto/files/v1/file';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, sampled } from '../credentials.ts';
import { send } from '../rest-client.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const { id } = sampled(File);
const usualHeaders = { 'x-api-key': apiKey };

describe('reading a file', () => {
  it('shows null for a thumbnail there is not', async () => {
    const bare = { ...sampled(File), thumbnail: undefined, placeholder: undefined };
    gateway.answer(FilesServiceService.getFile, () => Promise.resolve({ file: bare }));
    const { status, body } = await send(gateway, `GET /v2/files/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, thumbnail: null, placeholder: null });
  });
});

describe('changing a file', () => {
  it('changes what is sent, clears what is null and names nothing else', async () => {
    const calls = gateway.record(FilesServiceService.updateFile);
    const { status } = await send(gateway, `PUT /v2/files/${id}`, {
      name: 'b.jpg',
      tags: null,
      additionalInfo: null,
      metadata: [1, 'two'],
      folderId: null,
    });
    expect(status).toBe(200);
    expect(calls.map(({ request }) => request)).toMatchObject([
      {
        fileId: id,
        name: 'b.jpg',
        tags: [],
        metadata: [1, 'two'],
        updateMask: ['name', 'tags', 'additional_info', 'metadata', 'folder_id'],
      },
    ]);
  });

  it.each([
    [{ name: null }, 'name'],
    [{ name: '' }, 'name'],
    [{ tags: ['a', 'a'] }, 'tags'],
    [{ privacyLevel: null }, 'privacyLevel'],
    [{ privacyLevel: 'secret' }, 'privacyLevel'],
    [{ additionalInfo: 'text' }, 'additionalInfo'],
    [{ metadata: JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`) as unknown }, 'metadata'],
    [{ enrichment: {} }, 'enrichment'],
    [{ sourceFileId: id }, 'sourceFileId'],
  ])('is refused with %j', async (body, field) => {
    expect(await send(gateway, `PUT /v2/files/${id}`, body)).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: { field } } },
    });
  });
});

describe('deleting a file', () => {
  const path = `DELETE /v2/files/${id}`;
  const file = sampled(File);

  it('answers 204 with nothing', async () => {
    gateway.answer(FilesServiceService.deleteFile, () => Promise.resolve({ file: undefined }));
    const { status, body } = await send(gateway, path);
    expect([status, body]).toEqual([204, '']);
  });

  it.each([
    ['?return=record', {}],
    ['', { prefer: 'return=representation' }],
    ['', { prefer: 'respond-async, Return="representation"; wait=1' }],
  ])('answers the record with %j and %j', async (query, headers) => {
    gateway.answer(FilesServiceService.deleteFile, (_call, { answer }) =>
      Promise.resolve({ file: answer === 'DELETION_ANSWER_RECORD' ? file : undefined }),
    );
    const { status, body } = await send(gateway, `${path}${query}`, undefined, {
      ...usualHeaders,
      ...headers,
    });
    expect([status, (body as { id: string }).id]).toEqual([200, id]);
  });

  it('answers 204 to a preference for less, and refuses another value', async () => {
    gateway.answer(FilesServiceService.deleteFile, () => Promise.resolve({ file: undefined }));
    const minimal = { ...usualHeaders, prefer: 'return=minimal' };
    expect((await send(gateway, path, undefined, minimal)).status).toBe(204);
    expect(await send(gateway, `${path}?return=all`)).toMatchObject({
      status: 400,
      body: { error: { details: { field: 'return' } } },
    });
  });
});
