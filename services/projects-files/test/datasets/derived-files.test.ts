import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { FileOrigin } from '@assay/proto/files/v1/file';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { removeDataset } from '../../src/domain/dataset-file/remove-dataset.ts';
import { sweepDerivedObjects } from '../../src/domain/derived-object/release-objects.ts';
import { addDerivedFiles } from '../../src/domain/derived-object/add-derived-files.ts';
import { recomputeUsage } from '../../src/domain/room/room.ts';
import { depsOf } from '../deps.ts';
import { dyingAfter } from '../dying-process.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { listKeys, readUse } from './count-dataset.ts';
import { asDatasets, hash, newCaller, newDataset } from './dataset-uploader.ts';
import type { Dataset } from './dataset-uploader.ts';

const dayMs = 86_400_000;
let running: Started;
beforeAll(async () => {
  running = await start({
    ROLES: 'api',
    OBJECT_DELETION_DELAY_MS: String(dayMs),
    STORAGE_MAX_BYTES: '10000',
    STORAGE_MAX_FILES: '4',
  });
});
afterAll(() => running.stop());

interface Content {
  readonly fileId: string;
  readonly bytes: Buffer;
}

const newContent = (bytes: Buffer = randomBytes(100)): Content => ({ fileId: newId(), bytes });

const describeFile = ({ fileId, bytes }: Content) => ({
  fileId,
  sourceFileId: newId(),
  name: `${fileId}.png`,
  mimeType: 'image/png',
  sizeBytes: bytes.byteLength,
  sha256: hash(bytes),
});

/** Adds files and writes their objects, as a job does. */
async function add(call: OutgoingCall, dataset: Dataset, contents: readonly Content[]) {
  const request = { dataset, versionId: newId(), uploaderId: newId(), projectId: undefined };
  const { files } = await running.datasetFiles.addDerivedFiles(asDatasets(call), {
    ...request,
    files: contents.map(describeFile),
  });
  for (const [index, { storageKey }] of files.entries()) {
    const bytes = contents[index]?.bytes ?? Buffer.alloc(0);
    await running.storage.put(storageKey, bytes, { contentType: 'image/png' });
  }
  return files;
}

const remove = (call: OutgoingCall, { datasetId }: Dataset, contents: readonly Content[]) =>
  running.datasetFiles.removeDatasetFiles(asDatasets(call), {
    datasetId,
    fileIds: contents.map(({ fileId }) => fileId),
  });

const listObjectKeys = (call: OutgoingCall, { internalId }: Dataset) =>
  listKeys(running.storage, `datasets/${call.organizationId}/${internalId}/`);

/** Carries out the deletions of a day later. */
async function passDay(): Promise<void> {
  running.clock.advance(dayMs);
  await depsOf(running).objectDeletions.deleteDue();
}

const used = (usedFiles: number) => ({ usedBytes: 100 * usedFiles, usedFiles, reservations: 0 });

/** Expects the counter, and that a count of everything agrees. */
async function expectUsed(call: OutgoingCall, usedFiles: number): Promise<void> {
  expect(await readUse(running, call)).toEqual(used(usedFiles));
  expect(await recomputeUsage(depsOf(running), call.organizationId)).toBe(false);
}

describe('files that a job derived', () => {
  it('have the origin, source and key of derived files, and no list shows them', async () => {
    const call = newCaller();
    const dataset = newDataset();
    const content = newContent();
    const [file] = await add(call, dataset, [content]);
    const { organizationId } = call;
    const sha256 = hash(content.bytes);
    expect(file).toMatchObject({
      id: content.fileId,
      projectId: undefined,
      datasetId: dataset.datasetId,
      sha256,
      origin: FileOrigin.WORKFLOW_GENERATED,
      enrichmentStatus: undefined,
      storageKey: `datasets/${organizationId}/${dataset.internalId}/derived/${sha256}`,
    });
    expect(await add(call, dataset, [content])).toEqual([file]);
  });

  it('share the object of the same content, which counts once', async () => {
    const call = newCaller();
    const dataset = newDataset();
    const bytes = randomBytes(100);
    const first = newContent(bytes);
    const second = newContent(bytes);
    const other = newContent();
    await add(call, dataset, [first, second]);
    await expectUsed(call, 1);
    await add(call, dataset, [other, newContent(bytes)]);
    await expectUsed(call, 2);
    expect(await listObjectKeys(call, dataset)).toHaveLength(2);
    await remove(call, dataset, [first]);
    await expectUsed(call, 2);
    await remove(call, dataset, [other]);
    await remove(call, dataset, [other]);
    await expectUsed(call, 1);
    expect(await listObjectKeys(call, dataset)).toHaveLength(2);
    await passDay();
    expect(await listObjectKeys(call, dataset)).toHaveLength(1);
  });

  it('are none when the quota is exceeded, although each alone would fit', async () => {
    const call = newCaller();
    const dataset = newDataset();
    const contents = Array.from({ length: 5 }, () => newContent());
    const refused = { status: 'FAILED_PRECONDITION', reason: 'QUOTA_EXCEEDED' };
    expect(await catchRefusal(add(call, dataset, contents))).toMatchObject(refused);
    await expectUsed(call, 0);
    const fileIds = contents.map(({ fileId }) => fileId);
    expect((await running.datasetFiles.getDatasetFiles(asDatasets(call), { fileIds })).files).toEqual([]);
    await add(call, dataset, contents.slice(1));
    await expectUsed(call, 4);
  });

  it('keep an object that is named again before its deletion', async () => {
    const call = newCaller();
    const dataset = newDataset();
    const bytes = randomBytes(100);
    const first = newContent(bytes);
    await add(call, dataset, [first]);
    await remove(call, dataset, [first]);
    await expectUsed(call, 0);
    // Another dataset has taken the internal id since.
    await add(call, { ...newDataset(), internalId: dataset.internalId }, [newContent(bytes)]);
    await expectUsed(call, 1);
    await passDay();
    expect(await listObjectKeys(call, dataset)).toHaveLength(1);
  });
});

it('a call that dies between any two writes leaves nothing after its repetition and the sweep', async () => {
  for (let requests = 0; ; requests += 1) {
    const call = newCaller();
    const dataset = newDataset();
    const contents = [newContent(), newContent()];
    const { clock, logger, completions, ...all } = depsOf(running);
    const { servers, sent } = dyingAfter(all, requests);
    const input = { dataset, uploaderId: newId(), files: contents.map(describeFile) };
    await addDerivedFiles({ ...all, ...servers, clock }, call, input).catch(() => undefined);
    const isRepeated = requests % 2 === 0;
    if (isRepeated) await add(call, dataset, contents);
    running.clock.advance(3_700_000);
    await sweepDerivedObjects({ ...all, clock, logger });
    if (!isRepeated) await remove(call, dataset, contents);
    await recomputeUsage(depsOf(running), call.organizationId);
    await expectUsed(call, isRepeated ? 2 : 0);
    const objects = running.db.collection('derived_objects');
    const { organizationId } = call;
    expect(await objects.countDocuments({ organizationId })).toBe(isRepeated ? 2 : 0);
    if (sent() < requests) break;
  }
});

it('a content that is removed, deleted and added at the same time is there while a file names it', async () => {
  const call = newCaller();
  const dataset = newDataset();
  const bytes = randomBytes(100);
  let previous = newContent(bytes);
  await add(call, dataset, [previous]);
  for (let round = 0; round < 10; round += 1) {
    const next = newContent(bytes);
    running.clock.advance(dayMs);
    const { objectDeletions } = depsOf(running);
    await Promise.all([
      ...[add(call, dataset, [next]), remove(call, dataset, [previous])],
      ...[objectDeletions.deleteDue(), objectDeletions.deleteDue()],
    ]);
    expect(await listObjectKeys(call, dataset)).toHaveLength(1);
    await recomputeUsage(depsOf(running), call.organizationId);
    await expectUsed(call, 1);
    previous = next;
  }
  await remove(call, dataset, [previous]);
  // A removal during an addition is left to the sweep.
  running.clock.advance(3_700_000);
  await sweepDerivedObjects(depsOf(running));
  await expectUsed(call, 0);
  await passDay();
  expect(await listObjectKeys(call, dataset)).toHaveLength(0);
});

it('removing a dataset twice removes its derived files once, and nothing of another organization', async () => {
  const call = newCaller();
  const other = newCaller();
  const dataset = newDataset();
  await add(call, dataset, [newContent(), newContent()]);
  await add(other, dataset, [newContent()]);
  const { organizationId } = call;
  for (let times = 0; times < 2; times += 1) {
    await removeDataset(depsOf(running), { organizationId, datasetId: dataset.datasetId });
  }
  await expectUsed(call, 0);
  await expectUsed(other, 1);
  await passDay();
  expect(await listObjectKeys(call, dataset)).toHaveLength(0);
  expect(await listObjectKeys(other, dataset)).toHaveLength(1);
});
