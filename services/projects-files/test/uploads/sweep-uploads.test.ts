import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { callBy } from '@assay/test-kit/test-platform';
import { admitUpload, beginUpload } from '../../src/domain/upload/pending-upload.ts';
import { sweepUploads } from '../../src/domain/upload/sweep-uploads.ts';
import { createFileStore } from '../../src/store/file/file-store.ts';
import { createProjectStore } from '../../src/store/project/project-store.ts';
import { createStorageUseStore } from '../../src/store/storage-use-store.ts';
import { createUploadStore } from '../../src/store/upload-store.ts';
import { image } from '../content.ts';
import { abandonParts, countStored, nothing, oneFile } from '../count-stored.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';

const hourMs = 3_600_000;
let running: Started;
beforeAll(async () => {
  running = await start({ ROLES: 'api' });
});
afterAll(() => running.stop());

function domain() {
  const { db, clock, storage } = running;
  return {
    clock,
    storage,
    logger: createLogger({ name: 'test', level: 'silent' }),
    uploads: createUploadStore(db),
    storageUse: createStorageUseStore(db),
    projects: createProjectStore(db),
    files: createFileStore(db, { notify: () => undefined }),
  };
}

function newCall(): CallContext {
  const signal = new AbortController().signal;
  return {
    ...callBy(),
    traceparent: undefined,
    deadline: new Date(Date.now() + hourMs),
    signal,
  };
}

it('removes the object of an upload whose process died, after an hour and not before', async () => {
  const call = newCall();
  const upload = await beginUpload(domain(), call, newId());
  await running.storage.put(upload.storageKey, Buffer.from('bytes'), { contentType: 'text/plain' });
  running.clock.advance(hourMs - 60_000);
  await sweepUploads(domain());
  expect(await countStored(running, call.organizationId)).toEqual({ ...nothing, uploads: 1, objects: 1 });
  running.clock.advance(120_000);
  expect(await sweepUploads(domain())).toBe(1);
  expect(await countStored(running, call.organizationId)).toEqual(nothing);
});

it('ends as many as there are at once, as after an outage of the storage', async () => {
  const call = newCall();
  const projectId = newId();
  for (let count = 0; count < 130; count += 1) await beginUpload(domain(), call, projectId);
  running.clock.advance(hourMs + 60_000);
  expect(await sweepUploads(domain())).toBe(130);
  expect(await countStored(running, call.organizationId)).toEqual(nothing);
});

it('removes the parts of an upload whose process died while it was sent', async () => {
  const call = newCall();
  const upload = await beginUpload(domain(), call, newId());
  await abandonParts(running, upload.storageKey);
  expect(await countStored(running, call.organizationId)).toEqual({
    ...nothing,
    uploads: 1,
    incompleteUploads: 1,
  });
  running.clock.advance(hourMs + 60_000);
  await sweepUploads(domain());
  expect(await countStored(running, call.organizationId)).toEqual(nothing);
});

it('keeps the object of a stored file and drops only the record', async () => {
  const call = newCall();
  const projectId = await newProject(running, call);
  const { file } = await running.uploader.upload(call, projectId, { bytes: await image('png') });
  const { organizationId } = call;
  const upload = { fileId: file?.id ?? '', organizationId, projectId, storageKey: file?.storageKey ?? '' };
  await domain().uploads.insert(upload, running.clock.now());
  running.clock.advance(hourMs + 60_000);
  await sweepUploads(domain());
  expect(await countStored(running, organizationId)).toEqual(oneFile);
});

it('lets only one of the sweeper and a late upload have the object', async () => {
  const call = newCall();
  const projectId = await newProject(running, call);
  const content = { name: 'a', mimeType: 'image/png', sizeBytes: 1, sha256: '', etag: '' };
  const swept = await beginUpload(domain(), call, projectId);
  running.clock.advance(hourMs + 60_000);
  const late = await beginUpload(domain(), call, projectId);
  await sweepUploads(domain());
  await expect(admitUpload(domain(), call, { upload: swept, content })).rejects.toMatchObject({
    status: 'ABORTED',
    reason: 'UPLOAD_EXPIRED',
  });
  running.clock.advance(hourMs - 60_000);
  await admitUpload(domain(), call, { upload: late, content });
  running.clock.advance(120_000);
  await sweepUploads(domain());
  expect(await domain().uploads.renew(late.fileId, running.clock.now())).toBe(true);
});
