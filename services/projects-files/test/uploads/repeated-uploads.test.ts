import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallContext, OutgoingCall } from '@assay/chassis/call-context';
import type { Idempotency } from '@assay/chassis/idempotency/idempotency';
import { newId } from '@assay/chassis/ids';
import { callBy } from '@assay/test-kit/test-platform';
import { admitUpload, beginUpload } from '../../src/domain/upload/pending-upload.ts';
import { storeOnce } from '../../src/upload/store-once.ts';
import { image } from '../content.ts';
import { depsOf } from '../deps.ts';
import { contextOf } from '../dying-process.ts';
import { countStored, oneFile } from '../count-stored.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import type { Answer } from '../uploader.ts';

let running: Started;
beforeAll(async () => {
  running = await start();
});
afterAll(() => running.stop());

interface Place {
  readonly call: OutgoingCall;
  /** The same call with an idempotency key. */
  readonly once: OutgoingCall;
  readonly projectId: string;
}

async function newPlace(): Promise<Place> {
  const call = callBy();
  return { call, once: { ...call, idempotencyKey: newId() }, projectId: await newProject(running, call) };
}

interface Form {
  readonly bytes: Uint8Array;
  readonly name?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

function send(call: OutgoingCall, projectId: string, { bytes, name, fields = {} }: Form): Promise<Answer> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), name ?? 'photo.png');
  return running.uploader.send(call, projectId, { body: form });
}

describe('an upload with an idempotency key', () => {
  it('is stored once, however often it is sent', async () => {
    const { once, projectId } = await newPlace();
    const bytes = await image('png');
    const answers = [];
    for (let count = 0; count < 3; count += 1) answers.push(await send(once, projectId, { bytes }));
    expect(answers.map(({ isReplay }) => isReplay)).toEqual([false, true, true]);
    expect(new Set(answers.map(({ body }) => body.toString('hex'))).size).toBe(1);
    expect(await countStored(running, once.organizationId)).toEqual(oneFile);
  });

  it('is stored once when both arrive together', async () => {
    const { once, projectId } = await newPlace();
    const bytes = await image('png');
    const answers = await Promise.all([send(once, projectId, { bytes }), send(once, projectId, { bytes })]);
    const refusals = answers.filter(({ status }) => status !== 201);
    for (const { error } of refusals) expect(error?.reason).toBe('IDEMPOTENCY_CONFLICT');
    expect(refusals.length).toBeLessThan(2);
    expect(await countStored(running, once.organizationId)).toEqual(oneFile);
  });

  it.each([
    ['name', { name: 'other.png' }],
    ['label', { fields: { tags: 'sea' } }],
    ['privacy level', { fields: { privacyLevel: 'public' } }],
  ])('is refused for another %s', async (_what, other) => {
    const { once, projectId } = await newPlace();
    const bytes = await image('png');
    expect((await send(once, projectId, { bytes })).status).toBe(201);
    const refused = await send(once, projectId, { bytes, ...other });
    expect(refused).toMatchObject({ status: 409, error: { reason: 'IDEMPOTENCY_CONFLICT' } });
    expect(await countStored(running, once.organizationId)).toEqual(oneFile);
  });

  it('is refused for other bytes, and leaves nothing of them', async () => {
    const { once, projectId } = await newPlace();
    await send(once, projectId, { bytes: await image('png') });
    const refused = await send(once, projectId, { bytes: await image('jpeg') });
    expect(refused).toMatchObject({ status: 409, error: { reason: 'IDEMPOTENCY_CONFLICT' } });
    expect(await countStored(running, once.organizationId)).toEqual(oneFile);
  });

  it('may be sent again under its key after a refusal', async () => {
    const { once, projectId } = await newPlace();
    expect((await send(once, projectId, { bytes: new Uint8Array() })).status).toBe(422);
    const stored = await send(once, projectId, { bytes: await image('png') });
    expect(stored).toMatchObject({ status: 201, isReplay: false });
  });

  it('leaves the key of another organization alone', async () => {
    const { once, projectId } = await newPlace();
    const other = await newPlace();
    const bytes = await image('png');
    const first = await send(once, projectId, { bytes });
    const foreign = { ...other.call, idempotencyKey: once.idempotencyKey };
    const second = await send(foreign, other.projectId, { bytes });
    expect(second).toMatchObject({ status: 201, isReplay: false });
    expect(second.file?.id).not.toBe(first.file?.id);
  });
});

describe('an attempt that died', () => {
  /** Idempotency whose attempt has this operation, as after the lease of a dead process. */
  const repeating = (operation: string): Idempotency => ({
    async once(call, { run }) {
      return { response: await run({ ...call, operation }), isReplay: false };
    },
  });

  async function store(operation: string, call: CallContext, projectId: string) {
    const deps = depsOf(running);
    const upload = await beginUpload(deps, call, projectId);
    const content = {
      name: 'a.png',
      mimeType: 'image/png',
      sizeBytes: 3,
      sha256: 'a'.repeat(64),
      etag: '"e"',
    };
    const file = await admitUpload(deps, call, { upload, content });
    const discarded: string[] = [];
    const discard = (): Promise<void> => {
      discarded.push(file.id);
      return Promise.resolve();
    };
    const { response } = await storeOnce({ deps, idempotency: repeating(operation), discard }, call, file);
    return { stored: response.id, own: file.id, discarded };
  }

  it('after its insert leaves the file that the repetition answers', async () => {
    const { once, projectId } = await newPlace();
    const call = contextOf(once);
    const operation = newId();
    const first = await store(operation, call, projectId);
    const second = await store(operation, call, projectId);
    expect(first).toEqual({ stored: first.own, own: first.own, discarded: [] });
    expect(second).toEqual({ stored: first.own, own: second.own, discarded: [second.own] });
    expect(await running.db.collection('files').countDocuments({ organizationId: once.organizationId })).toBe(
      1,
    );
  });
});
