import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@assay/chassis/ids';
import { closing, image, multipartType, partHeader, pdf, wav } from '../content.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { countDataset, readUse } from './count-dataset.ts';
import { asDatasets, newCaller, newDataset, sendToDataset, uploadToDataset } from './dataset-uploader.ts';
import type { Dataset, FormFile } from './dataset-uploader.ts';

let running: Started;
let png: Buffer;
beforeAll(async () => {
  running = await start({ ROLES: 'api', UPLOAD_MAX_AUDIO_BYTES: '5000', STORAGE_MAX_FILES: '150' });
  png = await image('png');
});
afterAll(() => running.stop());

const text = Buffer.from('{"a": 1}\n');
const images = (count: number): readonly FormFile[] => Array.from({ length: count }, () => ({ bytes: png }));

/** Uploads files, and expects that nothing of them is there afterwards when they are refused. */
async function upload(files: readonly FormFile[], overrides: Partial<Dataset> = {}) {
  const call = newCaller();
  const dataset = newDataset(overrides);
  const answer = await uploadToDataset(running, call, { dataset, files });
  if (answer.status !== 201) {
    expect(await countDataset(running, call, dataset)).toEqual({ uploads: 0, files: 0, objects: 0 });
    expect(await readUse(running, call)).toEqual({ usedBytes: 0, usedFiles: 0, reservations: 0 });
  }
  return answer;
}

describe('a part that is refused in the middle of 100 stores nothing', () => {
  const among = (odd: FormFile) => [...images(50), odd, ...images(49)];

  it('if it is no image', async () => {
    const answer = await upload(among({ bytes: pdf(), name: 'odd.pdf', type: 'application/pdf' }));
    expect(answer).toMatchObject({
      status: 415,
      error: {
        reason: 'UNSUPPORTED_MEDIA_TYPE',
        details: {
          fileName: 'odd.pdf',
          detectedMimeType: 'application/pdf',
          declaredMimeType: 'application/pdf',
          allowedMimeTypes: expect.arrayContaining(['image/png', 'image/avif']) as unknown,
        },
      },
    });
  });

  it('if it is empty', async () => {
    const details = { fileName: 'empty.png', reason: 'the file is empty' };
    const answer = await upload(among({ bytes: Buffer.alloc(0), name: 'empty.png' }));
    expect(answer).toMatchObject({ status: 422, error: { reason: 'UNPROCESSABLE_FILE', details } });
  });

  it('if it is larger than its type may be', async () => {
    const files = [{ bytes: png }, { bytes: wav(), name: 'long.wav' }, { bytes: png }];
    expect(await upload(files, { modality: 'multimodal' })).toMatchObject({
      status: 413,
      error: {
        reason: 'PAYLOAD_TOO_LARGE',
        details: { fileName: 'long.wav', maxBytes: 5_000, mimeType: 'audio/wav' },
      },
    });
  });
});

describe('a request', () => {
  it('may have 100 files, and not 101', async () => {
    expect(await upload(images(101))).toMatchObject({
      status: 413,
      error: { reason: 'PAYLOAD_TOO_LARGE', details: { maxFiles: 100 } },
    });
    expect((await upload(images(100))).upload?.files).toHaveLength(100);
  });

  it('above 2 GiB is refused by its announced length', async () => {
    const dataset = newDataset();
    const headers = {
      ...multipartType,
      ...(await running.uploader.headers(newCaller())),
      'x-dataset-internal-id': dataset.internalId,
      'x-dataset-modality': dataset.modality,
      'content-length': 2 ** 31 + 2 ** 24,
    };
    const url = `http://${running.service.uploadAddress ?? ''}/v2/datasets/${dataset.datasetId}/files`;
    const sent = request(url, { method: 'POST', headers });
    sent.write(partHeader('Content-Disposition: form-data; name="file[]"; filename="a"'));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    sent.on('error', () => undefined).destroy();
  });

  it.each([
    ['no part', [], 'file[]'],
    ['a file under another name', [{ bytes: Buffer.from('a'), part: 'file' }], 'file[]'],
  ] as const)('with %s is refused', async (_words, files, field) => {
    expect(await upload(files)).toMatchObject({ status: 400, error: { details: { field } } });
  });

  it('with a text field is refused', async () => {
    const field = Buffer.concat([
      partHeader('Content-Disposition: form-data; name="note"'),
      Buffer.from('a'),
      closing,
    ]);
    const answer = await sendToDataset(running, newCaller(), {
      ...newDataset(),
      body: new Uint8Array(field),
      headers: multipartType,
    });
    expect(answer).toMatchObject({ status: 400, error: { details: { field: 'note' } } });
  });

  it.each([
    [{ internalId: 'a/b' }, 'internalId'],
    [{ internalId: '' }, 'internalId'],
    [{ internalId: 'a'.repeat(101) }, 'internalId'],
    [{ modality: 'smell' }, 'modality'],
  ])('for the dataset %j is refused', async (overrides, field) => {
    expect(await upload(images(1), overrides)).toMatchObject({ status: 400, error: { details: { field } } });
  });

  it('without a token is refused', async () => {
    const answer = await uploadToDataset(running, undefined, { dataset: newDataset(), files: images(1) });
    expect(answer.status).toBe(401);
  });

  it('that exceeds the quota is refused as a whole', async () => {
    const call = newCaller();
    const dataset = newDataset();
    expect((await uploadToDataset(running, call, { dataset, files: images(100) })).status).toBe(201);
    const refused = await uploadToDataset(running, call, { dataset, files: images(51) });
    expect(refused).toMatchObject({ status: 409, error: { reason: 'QUOTA_EXCEEDED' } });
    expect(await countDataset(running, call, dataset)).toEqual({ uploads: 1, files: 0, objects: 100 });
    expect(await readUse(running, call)).toMatchObject({ usedFiles: 100, usedBytes: 100 * png.byteLength });
  });
});

describe('the modality', () => {
  it.each([
    ['text', 'application/json', () => text, 'text/plain'],
    ['text', '', () => text, 'text/plain'],
    ['text', 'text/csv', () => Buffer.from('a,b\n1,2\n'), 'text/plain'],
    ['document', '', pdf, 'application/pdf'],
    ['document', 'text/plain', () => text, 'text/plain'],
    ['audio', 'text/plain', () => wav().subarray(0, 4_000), 'audio/wav'],
    ['multimodal', 'application/pdf', pdf, 'application/pdf'],
  ])('%s stores content that is declared as "%s"', async (modality, type, build, mimeType) => {
    const { upload: stored } = await upload([{ bytes: build(), type }], { modality });
    expect(stored?.files[0]?.mimeType).toBe(mimeType);
  });

  it.each([
    ['text', pdf(), 'application/pdf'],
    ['text', wav().subarray(0, 4_000), 'text/plain'],
    ['audio', pdf(), ''],
    ['document', wav().subarray(0, 4_000), ''],
    ['video', Buffer.from('no video'), ''],
  ])('%s refuses other content', async (modality, bytes, type) => {
    expect((await upload([{ bytes, type }], { modality })).status).toBe(415);
  });
});

it('a repeated upload answers as the first one did, and another list conflicts', async () => {
  const call = { ...newCaller(), idempotencyKey: newId() };
  const dataset = newDataset();
  const send = (files: readonly FormFile[]) => uploadToDataset(running, call, { dataset, files });
  const first = await send(images(2));
  const second = await send(images(2));
  expect([first.isReplay, second.isReplay]).toEqual([false, true]);
  expect(second.upload).toEqual(first.upload);
  for (const other of [images(3), [{ bytes: png, name: 'x.png' }, { bytes: png }], [{ bytes: png }]]) {
    expect(await send(other)).toMatchObject({ status: 409, error: { reason: 'IDEMPOTENCY_CONFLICT' } });
  }
  expect(await countDataset(running, call, dataset)).toEqual({ uploads: 1, files: 0, objects: 2 });
  expect(await readUse(running, call)).toMatchObject({ usedFiles: 2, reservations: 1 });
});

it('an upload that was discarded is stored again by a repetition with the same key', async () => {
  const call = { ...newCaller(), idempotencyKey: newId() };
  const dataset = newDataset();
  const send = () => uploadToDataset(running, call, { dataset, files: images(2) });
  const first = await send();
  await running.datasetFiles.discardUpload(asDatasets(call), { uploadId: first.upload?.uploadId ?? '' });
  const second = await send();
  expect([second.status, second.isReplay]).toEqual([201, false]);
  expect(second.upload?.uploadId).not.toBe(first.upload?.uploadId);
  expect((await send()).upload).toEqual(second.upload);
  expect(await readUse(running, call)).toMatchObject({ usedFiles: 2, reservations: 1 });
});
