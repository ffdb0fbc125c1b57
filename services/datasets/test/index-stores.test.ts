/** Calls every query of the stores, and compares it with the declared indexes. */
import { newId } from '@assay/chassis/ids';
import { openObservedDatabase } from '@assay/test-kit/set-up/observed-database';
import type { ObservedDatabase } from '@assay/test-kit/set-up/observed-database';
import type { Db } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FileEntry } from '../src/domain/content/segment.ts';
import type { Dataset } from '../src/domain/dataset/dataset.ts';
import type { Unit } from '../src/domain/job/unit.ts';
import { derivedVersion, rawVersion } from '../src/domain/version/version.ts';
import { indexes } from '../src/resources.ts';
import { createDatasetStore } from '../src/store/dataset-store.ts';
import { createIssueStore } from '../src/store/issue-store.ts';
import { createReleaseStore } from '../src/store/release-store.ts';
import { createSegmentStore } from '../src/store/segment-store.ts';
import { createTombstoneStore } from '../src/store/tombstone-store.ts';
import { createUnitStore } from '../src/store/unit-store.ts';
import { createUploadDecisionStore } from '../src/store/upload-decision-store.ts';
import { createVersionStore } from '../src/store/version-store.ts';

const now = new Date('2026-01-02T03:04:05Z');
const later = new Date(now.getTime() + 60_000);
const relay = { notify: () => undefined };
const organizationId = newId();
const call = { actor: { kind: 'service', service: 'test' }, organizationId, requestId: newId() } as const;
const dataset: Dataset = {
  id: newId(),
  organizationId,
  name: 'Set',
  internalId: 'set',
  modality: 'image',
  description: undefined,
  rawVersionId: newId(),
  createdBy: newId(),
  createdAt: now,
  updatedAt: now,
};
const { id: datasetId } = dataset;

let observed: ObservedDatabase;
let db: Db;

beforeAll(async () => {
  observed = await openObservedDatabase(indexes);
  ({ db } = observed);
});

afterAll(() => observed.close());

const expectCovered = (operation: () => Promise<void>) => observed.expectCovered(operation, 3);

function newEntry(index: number): FileEntry {
  const fileId = newId();
  const content = { type: 'image/png', sizeBytes: 10 + index, sha256: index.toString(16).padStart(64, '0') };
  return { fileId, rawFileId: fileId, name: `${index.toString()}.png`, ...content, createdAt: now };
}

it('finds and changes datasets', () =>
  expectCovered(async () => {
    const datasets = createDatasetStore(db, relay);
    await datasets.insert(dataset, call);
    await datasets.find(organizationId, datasetId);
    const page = { limit: 1, offset: 0 };
    for (const modality of [undefined, 'image', 'text'] as const) {
      for (const cursor of [
        undefined,
        '',
        Buffer.from(`${now.getTime().toString()}.x`).toString('base64url'),
      ])
        await datasets.list(
          organizationId,
          { modality },
          { ...page, ...(cursor !== undefined && { cursor }) },
        );
    }
    await datasets.update(organizationId, datasetId, { change: { name: 'Other' }, now });
    await datasets.findCleaning(organizationId, datasetId);
    await datasets.takeCleaning(organizationId, datasetId, { before: undefined, versionId: newId(), now });
    await datasets.freeCleaning(organizationId, datasetId, newId());
    await datasets.remove(organizationId, datasetId);
  }));

it('finds and changes versions', () =>
  expectCovered(async () => {
    const versions = createVersionStore(db, relay);
    const raw = await versions.insert(rawVersion(dataset));
    const job = {
      id: newId(),
      organizationId,
      datasetId,
      label: undefined,
      pipelineSlug: 'dedup-exact',
      createdBy: newId(),
      createdAt: later,
      parentVersionId: raw.id,
      source: { segmentIds: [], fileCount: 1 },
    };
    const version = await versions.insert(derivedVersion({ ...job, state: 'cleaning' }), later);
    await versions.find(organizationId, datasetId, version.id);
    await versions.findAnywhere(organizationId, version.id);
    expect((await versions.list(organizationId, datasetId)).map(({ id }) => id)).toEqual([
      raw.id,
      version.id,
    ]);
    await versions.count(organizationId, datasetId);
    expect(await versions.hasChildren(organizationId, raw.id)).toBe(true);
    await versions.replaceSegments(raw, [newId()]);
    await versions.advance(version, { doneFiles: 1, now });
    await versions.makeDue();
    expect(await versions.listDue(now, 10)).toHaveLength(1);
    await versions.checkAgain(version, later);
    await versions.cacheManifest(raw, { sha256: 'a', content: 'b' });
    expect(await versions.findCachedManifest(raw, 'b')).toBe('a');
    await versions.setScan(raw, { versionId: version.id, at: now });
    const deletion = { checkAt: later, now, call, states: ['cleaning'] as const };
    expect(await versions.beginDeletion(version, deletion)).toBe(true);
    const event = await versions.findDeletionEvent(version);
    expect(event?.subject).toBe('assay.audit.v1.ActionAudited');
    await versions.cancelDeletion(version);
    expect(await versions.end(version, { state: 'failed', error: 'x' }, now)).toBe(true);
    await versions.remove(organizationId, version.id);
    await versions.removeDataset(organizationId, datasetId);
  }));

it('finds and changes segments, and reads a part of their files', () =>
  expectCovered(async () => {
    const segments = createSegmentStore(db);
    const id = newId();
    const versionId = newId();
    const uploadId = newId();
    const files = Array.from({ length: 4 }, (_, index) => newEntry(index));
    const [first, second, third] = files;
    if (first === undefined || second === undefined || third === undefined) throw new Error('no entries');
    await segments.insert({ id, organizationId, datasetId, versionId, isSealed: false, files: [] });
    expect(await segments.append(organizationId, id, { uploadId, files })).toBe('appended');
    expect(await segments.append(organizationId, id, { uploadId, files })).toBe('appended');
    expect((await segments.find(organizationId, id))?.files).toEqual(files);
    expect(await segments.listFiles(organizationId, id, { start: 1, count: 2 })).toEqual([second, third]);
    expect(await segments.listFiles(organizationId, id, { start: 3, count: 5 })).toEqual(files.slice(3));
    expect(await segments.listFiles(organizationId, newId(), { start: 0, count: 5 })).toEqual([]);
    await segments.findFile(organizationId, [id], first.fileId);
    await segments.listHeaders(organizationId, [id]);
    expect(await segments.hasUpload(organizationId, datasetId, uploadId)).toBe(true);
    expect(await segments.pullFile(organizationId, id, first)).toBe(true);
    await segments.copyWithout(organizationId, id, { id: newId(), fileId: second.fileId });
    await segments.seal(organizationId, [id]);
    expect(await segments.listMadeBy(organizationId, versionId)).toHaveLength(2);
    await segments.remove(organizationId, [id]);
    await segments.removeDataset(organizationId, datasetId);
  }));

it('takes units, and reads the results of some of them without parts of their features', () =>
  expectCovered(async () => {
    const limit = { slots: 100, perOrganization: 100 };
    const units = createUnitStore(db, relay, { limits: { clean: limit, enrich: limit } });
    const versionId = newId();
    const unit = {
      organizationId,
      datasetId,
      versionId,
      work: 'clean',
      step: 'map',
      createdAt: now,
    } as const;
    const inserted: Unit[] = [0, 1].map((index) => ({ ...unit, id: newId(), index }));
    await units.insert(inserted);
    const sizes = { hash: '0'.repeat(16), width: 1, height: 1, vector: [1], informationBits: 1 };
    const others = { kind: 'image', ...sizes } as const;
    const features = { ...others, fingerprint: Buffer.from('fingerprint') };
    const queue = units.queues.clean;
    for (const _unit of inserted) {
      const taken = await queue.take(now);
      if (taken === undefined || taken === 'full') throw new Error('no unit waits');
      await queue.renew(taken, now);
      const fileId = `file ${taken.unit.index.toString()}`;
      await units.finish(taken, [{ fileId, outcome: 'unchanged', features }]);
      queue.freeSlot(taken);
    }
    const read = async (part: 'without fingerprints' | 'none') => {
      const results = await Array.fromAsync(units.readResults(organizationId, versionId, part));
      return results.flat();
    };
    const names = ['file 0', 'file 1'].map((fileId) => ({ fileId, outcome: 'unchanged' }));
    expect(await read('none')).toEqual(names);
    expect(await read('without fingerprints')).toEqual(names.map((name) => ({ ...name, features: others })));
    expect(await Array.fromAsync(units.readUnits(organizationId, versionId, [1, 7]))).toEqual([
      { index: 1, results: [{ ...names[1], features }] },
    ]);
    await units.countDone(organizationId, versionId);
    await units.count(organizationId, versionId);
    const unfinished = units.unfinished('enrich', () => Promise.resolve());
    for (const kind of ['waiting', 'taken'] as const) await unfinished.listOverdue(kind, later, 10);
    await unfinished.isBusy(now);
    await units.removeVersion(organizationId, versionId);
    await units.removeDataset(organizationId, datasetId);
  }));

it('lists issues, releases, decisions and deletions', () =>
  expectCovered(async () => {
    const issues = createIssueStore(db);
    const scan = { organizationId, datasetId, versionId: newId(), scanId: newId() };
    await issues.insert(scan, [
      { type: 'outlier', score: 1, fileIds: [newId()], explanation: 'It differs.' },
    ]);
    for (const type of [undefined, 'outlier', 'corrupt'] as const) await issues.list(scan, { type });
    await issues.removeScan(scan);
    await issues.removeScan(scan, newId());
    await issues.removeDataset(organizationId, datasetId);

    const releases = createReleaseStore(db);
    const release = { organizationId, datasetId, fileIds: [], segmentIds: [], dueAt: now };
    await releases.insert({ id: newId(), ...release });
    expect(await releases.listDue(later, 10)).toHaveLength(1);
    await releases.remove(organizationId, [newId()]);
    await releases.removeDataset(organizationId, datasetId);

    const decisions = createUploadDecisionStore(db);
    const upload = { uploadId: newId(), organizationId, datasetId, decidedAt: now };
    const decision = await decisions.decide({ ...upload, decision: 'committed' });
    expect(await decisions.choose(decision, newId())).toBe(true);
    await decisions.removeDecidedBefore(later);

    const tombstones = createTombstoneStore(db, relay);
    const tombstone = { id: datasetId, organizationId, deletedAt: now };
    await tombstones.insert(tombstone, call);
    await tombstones.find(organizationId, datasetId);
    for (const kind of ['waiting', 'taken'] as const) await tombstones.listOverdue(kind, later, 10);
    await tombstones.finish(tombstone, now);
  }));

it('finds datasets and versions for their organization alone', async () => {
  const datasets = createDatasetStore(db, relay);
  const versions = createVersionStore(db, relay);
  const owned = { ...dataset, id: newId(), rawVersionId: newId(), internalId: 'owned' };
  await datasets.insert(owned, call);
  const raw = await versions.insert(rawVersion(owned));
  const find = async (organization: string) => [
    (await datasets.find(organization, owned.id))?.id,
    (await versions.find(organization, owned.id, raw.id))?.id,
    (await versions.findAnywhere(organization, raw.id))?.id,
  ];
  expect(await find(organizationId)).toEqual([owned.id, raw.id, raw.id]);
  expect(await find(newId())).toEqual([undefined, undefined, undefined]);
  expect(await versions.find(organizationId, newId(), raw.id)).toBeUndefined();
});
