import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { EnrichmentStatus, FileOrigin, PrivacyLevel } from '@assay/proto/files/v1/file';
import { callBy } from '@assay/test-kit/test-platform';
import { bmp, boundary, closing, image, multipartType, partHeader, pdf, wav } from '../content.ts';
import { countStored, nothing, oneFile } from '../count-stored.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';

let running: Started;
beforeAll(async () => {
  running = await start();
});
afterAll(() => running.stop());

const upload: Started['uploader']['upload'] = (...input) => running.uploader.upload(...input);
const caller = async (): Promise<{ call: OutgoingCall; projectId: string }> => {
  const call = callBy();
  return { call, projectId: await newProject(running, call) };
};

describe('an upload', () => {
  it('stores the bytes unchanged and answers the file', async () => {
    const { call, projectId } = await caller();
    const bytes = await image('jpeg');
    const { status, file } = await upload(call, projectId, { bytes, type: 'image/jpeg', name: 'a b.jpg' });
    expect(status).toBe(201);
    expect(file).toMatchObject({
      organizationId: call.organizationId,
      projectId,
      uploaderId: call.actor.kind === 'user' ? call.actor.userId : '',
      name: 'a b.jpg',
      mimeType: 'image/jpeg',
      sizeBytes: bytes.byteLength,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      enrichmentStatus: EnrichmentStatus.PENDING,
      privacyLevel: PrivacyLevel.PRIVATE,
      origin: FileOrigin.USER_UPLOAD,
      tags: [],
    });
    const request = { fileId: file?.id ?? '' };
    const { presignedUrl } = await running.files.createDownloadLink(call, request);
    expect(Buffer.from(await (await fetch(presignedUrl?.url ?? '')).arrayBuffer()).equals(bytes)).toBe(true);
    expect(await countStored(running, call.organizationId)).toEqual(oneFile);
  });

  it('makes two files when it is sent twice', async () => {
    const { call, projectId } = await caller();
    const bytes = await image('png');
    const first = await upload(call, projectId, { bytes });
    const second = await upload(call, projectId, { bytes });
    expect(first.file?.id).not.toBe(second.file?.id);
    expect(first.file?.sha256).toBe(second.file?.sha256);
    expect(await countStored(running, call.organizationId)).toMatchObject({ files: 2, objects: 2 });
  });

  it('keeps a name without path and control characters', async () => {
    const { call, projectId } = await caller();
    const name = '..\\..\\x/y\u202egpj.\u0007jpg';
    const { file } = await upload(call, projectId, { bytes: await image('jpeg'), name });
    expect(file?.name).toBe('ygpj.jpg');
  });

  it.each(['before', 'after'])('takes the text fields %s the file', async (place) => {
    const { call, projectId } = await caller();
    const form = new FormData();
    const content = new Blob([new Uint8Array(await image('jpeg'))]);
    if (place === 'after') form.append('file', content, 'a.jpg');
    form.append('name', 'harbor/beach.jpg');
    form.append('tags', 'sea');
    form.append('tags', '["sand", "sun"]');
    form.append('privacyLevel', 'public');
    form.append('folderId', '');
    if (place === 'before') form.append('file', content, 'a.jpg');
    const { file } = await running.uploader.send(call, projectId, { body: form });
    expect(file).toMatchObject({
      name: 'beach.jpg',
      tags: ['sea', 'sand', 'sun'],
      privacyLevel: PrivacyLevel.PUBLIC,
      folderId: undefined,
    });
  });

  it.each([
    ['note', 'x', 'INVALID_FIELD'],
    ['tags', 'x'.repeat(101), 'INVALID_FIELD'],
    ['tags', '["a", 1]', 'INVALID_FIELD'],
    ['privacyLevel', 'secret', 'INVALID_FIELD'],
    ['folderId', 'short', 'INVALID_FIELD'],
    ['folderId', 'a'.repeat(24), 'FOLDER_NOT_FOUND'],
  ])('refuses the text field %s with %s, and nothing stays', async (name, value, reason) => {
    const { call, projectId } = await caller();
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await image('jpeg'))]), 'a.jpg');
    form.append(name, value);
    const { error } = await running.uploader.send(call, projectId, { body: form });
    expect(error).toMatchObject({ reason });
    expect(await countStored(running, call.organizationId)).toEqual(nothing);
  });

  it('keeps the quotes that browsers write as %22 in a name', async () => {
    const { call, projectId } = await caller();
    const { file } = await upload(call, projectId, {
      bytes: await image('jpeg'),
      name: 'the "old" pier.jpg',
    });
    expect(file?.name).toBe('the "old" pier.jpg');
  });
});

describe('the type of an upload', () => {
  it.each([
    ['image/png', 'image/jpeg', () => image('png')],
    ['image/png', 'application/octet-stream', () => image('png')],
    ['image/webp', 'image/png', () => image('webp')],
    ['image/gif', '', () => image('gif')],
    ['image/avif', 'image/avif', () => image('avif')],
    ['image/bmp', 'image/x-ms-bmp', () => bmp()],
    ['audio/wav', 'audio/x-wav', () => wav()],
    ['application/pdf', 'application/pdf', () => pdf()],
    ['text/plain', 'text/plain', () => Buffer.from('Grüße\n')],
  ])('is %s by the bytes when declared as "%s"', async (mimeType, type, content) => {
    const { call, projectId } = await caller();
    const { file } = await upload(call, projectId, { bytes: await content(), type });
    expect(file?.mimeType).toBe(mimeType);
  });

  it.each([
    ['text declared as PNG', 'image/png', 'text/plain', () => Buffer.from('no picture at all')],
    ['PNG declared as PDF', 'application/pdf', 'image/png', () => image('png')],
    ['PNG declared as text', 'text/plain', 'image/png', () => image('png')],
    [
      'a program',
      'application/octet-stream',
      'application/x-elf',
      () => Buffer.from('\x7fELF\x02\x01\x01'.padEnd(64, '\0')),
    ],
    [
      'SVG with a script',
      'image/svg+xml',
      'text/plain',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    ],
    [
      'a page with a picture behind it',
      'image/jpeg',
      null,
      async () => Buffer.concat([Buffer.from('<html><script>1</script></html>'), await image('jpeg')]),
    ],
  ])('refuses %s and stores nothing', async (_, type, detected, content) => {
    const { call, projectId } = await caller();
    const { status, error } = await upload(call, projectId, { bytes: await content(), type });
    expect({ status, reason: error?.reason }).toEqual({ status: 415, reason: 'UNSUPPORTED_MEDIA_TYPE' });
    expect(error?.status).toBe('INVALID_ARGUMENT');
    expect(error?.details).toMatchObject({ declaredMimeType: type, detectedMimeType: detected });
    expect(error?.details?.['allowedMimeTypes']).toContain('image/heic');
    expect(await countStored(running, call.organizationId)).toEqual(nothing);
  });

  it('takes a picture with an archive behind it for the picture it begins as', async () => {
    const { call, projectId } = await caller();
    const bytes = Buffer.concat([await image('gif'), Buffer.from('PK\x03\x04'), pdf()]);
    const { file } = await upload(call, projectId, { bytes, type: 'image/gif' });
    expect(file?.mimeType).toBe('image/gif');
  });

  it('does not hold the default of multipart against a part that declares no type', async () => {
    const { call, projectId } = await caller();
    const disposition = 'Content-Disposition: form-data; name="file"; filename="a.png"';
    const body = new Blob([partHeader(disposition), new Uint8Array(await image('png')), closing]);
    const { file } = await running.uploader.send(call, projectId, { body, headers: multipartType });
    expect(file?.mimeType).toBe('image/png');
  });
});

describe('an upload is refused', () => {
  const invalid = { status: 'INVALID_ARGUMENT', reason: 'INVALID_FIELD', details: { field: 'file' } };
  const png = async () => ({ bytes: await image('png'), type: 'image/png' });

  it('when it has a second file, storing nothing', async () => {
    const { call, projectId } = await caller();
    const { status, error } = await upload(call, projectId, await png(), await png());
    expect(status).toBe(400);
    expect(error).toMatchObject(invalid);
    expect(await countStored(running, call.organizationId)).toEqual(nothing);
  });

  it('when the file is in a part of another name', async () => {
    const { call, projectId } = await caller();
    const { error } = await upload(call, projectId, { ...(await png()), part: 'file[]' });
    expect(error).toMatchObject(invalid);
    expect(await countStored(running, call.organizationId)).toEqual(nothing);
  });

  it.each([
    ['has no parts', multipartType, `--${boundary}--\r\n`],
    ['has no body', multipartType, ''],
    ['is JSON', { 'content-type': 'application/json' }, '{"file":"a"}'],
    ['has no type', {}, 'bytes'],
    [
      'has "file" as text',
      multipartType,
      `--${boundary}\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--${boundary}--\r\n`,
    ],
  ])('when it %s, naming the field', async (_, headers, body) => {
    const { call, projectId } = await caller();
    const { status, error } = await running.uploader.send(call, projectId, {
      body: Buffer.from(body),
      headers,
    });
    expect(status).toBe(400);
    expect(error).toMatchObject(invalid);
    expect(await countStored(running, call.organizationId)).toEqual(nothing);
  });

  it.each([
    [
      'ends within the file',
      Buffer.concat([
        partHeader(
          'Content-Disposition: form-data; name="file"; filename="a.txt"',
          'Content-Type: text/plain',
        ),
        Buffer.from('text'),
      ]),
    ],
    [
      'has 70 parts',
      Buffer.concat([
        ...Array.from({ length: 70 }, () =>
          Buffer.concat([partHeader(`Content-Disposition: form-data; name="tags"`), Buffer.from('\r\n')]),
        ),
        closing,
      ]),
    ],
    [
      'has an overlong field',
      Buffer.concat([
        partHeader('Content-Disposition: form-data; name="note"'),
        Buffer.alloc(70_000, 'a'),
        closing,
      ]),
    ],
    [
      'names a field after a built-in',
      Buffer.concat([
        partHeader('Content-Disposition: form-data; name="__proto__"'),
        Buffer.from('a'),
        closing,
      ]),
    ],
  ])('when its body %s', async (_, body) => {
    const { call, projectId } = await caller();
    const answer = await running.uploader.send(call, projectId, { body, headers: multipartType });
    expect(answer.status).toBe(400);
    expect(answer.error).toMatchObject({ status: 'INVALID_ARGUMENT', reason: 'MALFORMED_MULTIPART' });
    expect(await countStored(running, call.organizationId)).toEqual(nothing);
  });

  it('when the file is empty', async () => {
    const { call, projectId } = await caller();
    const { status, error } = await upload(call, projectId, { bytes: Buffer.alloc(0), type: 'image/png' });
    expect(status).toBe(422);
    expect(error).toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'UNPROCESSABLE_FILE',
      details: { reason: 'the file is empty' },
    });
    expect(await countStored(running, call.organizationId)).toEqual(nothing);
  });

  it('without a valid token', async () => {
    const { call, projectId } = await caller();
    const missing = await upload(undefined, projectId, await png());
    const stranger = await start();
    const { authorization = '' } = await stranger.uploader.headers(call);
    const forged = await running.uploader.send(undefined, projectId, { headers: { authorization } });
    await stranger.stop();
    expect(missing).toMatchObject({ status: 401, error: { status: 'UNAUTHENTICATED' } });
    expect(forged).toMatchObject({ status: 401, error: { status: 'UNAUTHENTICATED' } });
  });

  it('for an unknown project, and for another organization’s in the same words', async () => {
    const { projectId } = await caller();
    const call = callBy();
    const unknown = await upload(call, newId(), await png());
    const foreign = await upload(call, projectId, await png());
    expect(unknown).toMatchObject({
      status: 404,
      error: { status: 'NOT_FOUND', reason: 'PROJECT_NOT_FOUND' },
    });
    expect(foreign.body.equals(unknown.body)).toBe(true);
    expect(await countStored(running, call.organizationId)).toEqual(nothing);
  });

  it('on any other route', async () => {
    const { host, pathname } = new URL(running.uploader.url('x'));
    for (const [method, path] of [
      ['GET', pathname],
      ['POST', '/v2/files'],
    ] as const) {
      const response = await fetch(`http://${host}${path}`, { method });
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('application/x-protobuf');
    }
  });
});
