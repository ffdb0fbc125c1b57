import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { redrive } from '@assay/chassis/work/redrive';
import type { File } from '@assay/proto/files/v1/file';
import { DeletionAnswer } from '@assay/proto/files/v1/files_service';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { createTombstoneStore } from '../../src/store/tombstone-store.ts';
import { image } from '../content.ts';
import { countStored, nothing, oneFile } from '../count-stored.ts';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';

let running: Started;
beforeAll(async () => {
  running = await start({ ROLES: 'api,worker,relay' });
});
afterAll(() => running.stop());

async function newFile(call: OutgoingCall): Promise<File & { readonly projectId: string }> {
  const projectId = await newProject(running, call);
  const { file } = await running.uploader.upload(call, projectId, { bytes: await image('png') });
  if (file === undefined) throw new Error('not stored');
  return { ...file, projectId };
}
const remove = (call: OutgoingCall, fileId: string, answer: DeletionAnswer = DeletionAnswer.UNSPECIFIED) =>
  running.files.deleteFile(call, { fileId, answer });
const gone = { status: 'NOT_FOUND', reason: 'FILE_NOT_FOUND' };

describe('DeleteFile', () => {
  it('lets nobody find the file any more, and removes its object', async () => {
    const call = callBy();
    const { id: fileId, projectId } = await newFile(call);
    expect(await remove(call, fileId)).toEqual({ file: undefined });
    for (const asked of [
      () => running.files.getFile(call, { fileId, projectId: '' }),
      () => running.files.createDownloadLink(call, { fileId }),
      () => running.files.batchGetFiles(call, { projectId, fileIds: [fileId] }),
      () => remove(call, fileId),
    ]) {
      expect(await catchRefusal(asked())).toMatchObject(gone);
    }
    await eventually(async () => expect(await countStored(running, call.organizationId)).toEqual(nothing));
  });

  it('answers the record where it is asked for', async () => {
    const call = callBy();
    const { id } = await newFile(call);
    const { file } = await remove(call, id, DeletionAnswer.RECORD);
    expect(file).toMatchObject({ id, organizationId: call.organizationId });
  });

  it('hides a missing file and another organization’s in the same words, and deletes neither', async () => {
    const call = callBy();
    const { id } = await newFile(call);
    const missing = await catchRefusal(remove(call, newId()));
    expect(missing).toMatchObject(gone);
    expect(await catchRefusal(remove(callBy(), id))).toEqual(missing);
    expect(await countStored(running, call.organizationId)).toEqual(oneFile);
  });

  it('may be asked for twice at once', async () => {
    const call = callBy();
    const { id } = await newFile(call);
    const ends = await Promise.allSettled([remove(call, id), remove(call, id)]);
    expect(ends.map(({ status }) => status)).toContain('fulfilled');
    await eventually(async () => expect(await countStored(running, call.organizationId)).toEqual(nothing));
  });

  it('is finished later when the process died right after the decision', async () => {
    const call = callBy();
    const { id, projectId, organizationId, storageKey } = await newFile(call);
    const tombstone = { id, kind: 'file', organizationId, projectId, storagePrefix: storageKey } as const;
    // What the process wrote before it died; the relay finds the event in the outbox.
    const tombstones = createTombstoneStore(running.db, { notify: () => undefined });
    await tombstones.insert({ ...tombstone, deletedAt: running.clock.now() }, call);
    await eventually(async () => expect(await countStored(running, organizationId)).toEqual(nothing));
    expect(await catchRefusal(running.files.getFile(call, { fileId: id, projectId: '' }))).toMatchObject(
      gone,
    );
  });

  it('is finished later when its event was lost', async () => {
    const call = callBy();
    const { id, projectId, organizationId, storageKey } = await newFile(call);
    const tombstone = { id, kind: 'file', organizationId, projectId, storagePrefix: storageKey } as const;
    const tombstones = createTombstoneStore(running.db, { notify: () => undefined });
    const hourAgo = new Date(running.clock.now().getTime() - 3_600_000);
    await running.db
      .collection<{ readonly _id: string; readonly [field: string]: unknown }>('tombstones')
      .insertOne({
        _id: id,
        kind: 'file',
        organizationId,
        projectId,
        storagePrefix: storageKey,
        deletedAt: hourAgo,
        announced: 1,
        dueAt: hourAgo,
        removedAt: null,
        outbox: [],
      });
    await redrive({ clock: running.clock, logger: { info: () => undefined } }, tombstones);
    await eventually(async () => expect(await countStored(running, organizationId)).toEqual(nothing));
    expect(await tombstones.find(organizationId, id)).toMatchObject({ ...tombstone, deletedAt: hourAgo });
  });
});

it('announces a deletion again and again for eight days, then forgets it', async () => {
  const call = callBy();
  const { id, projectId, organizationId, storageKey } = await newFile(call);
  const notified: string[] = [];
  const relay = { notify: (_collection: string, document: string) => void notified.push(document) };
  const tombstones = createTombstoneStore(running.db, relay);
  const tombstone = { id, kind: 'file', organizationId, projectId, storagePrefix: storageKey } as const;
  let now = running.clock.now();
  await tombstones.insert({ ...tombstone, deletedAt: now }, call);
  await tombstones.finish({ ...tombstone, deletedAt: now }, now);
  const clock = { now: () => now };
  const startedAt = now.getTime();
  while ((await tombstones.find(organizationId, id)) !== undefined) {
    now = new Date(now.getTime() + 30_000);
    const [due] = (await tombstones.listOverdue('waiting', now, 100)).filter((one) => one.id === id);
    if (due !== undefined) await tombstones.requestAgain(due, { now: clock.now(), overdueSince: undefined });
    else now = new Date(now.getTime() + 1_800_000);
  }
  expect(notified.filter((one) => one === id).length).toBeGreaterThanOrEqual(5);
  expect((now.getTime() - startedAt) / 86_400_000).toBeGreaterThan(8);
});
