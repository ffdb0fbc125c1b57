/** Bytes that versions add to the database, and bytes that reading them takes. `npm run bench -- datasets` measures the whole platform. */
import { newId } from '@assay/chassis/ids';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { ensureIndexes } from '@assay/chassis/mongo/indexes';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { BSON } from 'mongodb';
import type { Db, Document } from 'mongodb';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { countFiles, readRange } from '../src/domain/content/read-content.ts';
import { maxSegmentFiles } from '../src/domain/content/segment.ts';
import type { FileEntry } from '../src/domain/content/segment.ts';
import { filesPerUnit } from '../src/domain/job/unit.ts';
import type { UnitResult } from '../src/domain/job/unit.ts';
import { writeSegments } from '../src/domain/job/write-segments.ts';
import { derivedVersion } from '../src/domain/version/version.ts';
import type { Version } from '../src/domain/version/version.ts';
import { createIssueStore } from '../src/store/issue-store.ts';
import { createSegmentStore } from '../src/store/segment-store.ts';
import type { SegmentStore } from '../src/store/segment-store.ts';
import { createUnitStore, unitCollection, unitIndexes } from '../src/store/unit-store.ts';
import type { UnitStore } from '../src/store/unit-store.ts';

const now = new Date('2026-01-02T03:04:05Z');
const organizationId = newId();
const datasetId = newId();
const segmentCount = 2;
const fileCount = segmentCount * maxSegmentFiles;

let db: Db;
let close: () => Promise<void>;
let segments: SegmentStore;
let units: UnitStore;
let sourceIds: readonly string[];
let files: readonly FileEntry[];
let replyBytes = 0;

beforeAll(async () => {
  const { database } = createTestPlatform();
  const { uri } = inject('servers').mongodb;
  const mongo = await connectMongo({ uri, database, appName: 'datasets-test', monitorCommands: true });
  mongo.client.on('commandSucceeded', ({ reply }) => {
    replyBytes += BSON.calculateObjectSize(reply as Document);
  });
  ({ db } = mongo);
  close = () => mongo.close();
  await ensureIndexes(db.collection(unitCollection), unitIndexes);
  segments = createSegmentStore(db);
  const limit = { slots: 1_000, perOrganization: 1_000 };
  units = createUnitStore(db, { notify: () => undefined }, { limits: { clean: limit, enrich: limit } });
  files = Array.from({ length: fileCount }, (_, index) => newEntry(index));
  sourceIds = await insertSource();
});

afterAll(() => close());

function newEntry(index: number): FileEntry {
  const fileId = newId();
  const name = `photograph-${index.toString().padStart(6, '0')}.jpg`;
  const sha256 = index.toString(16).padStart(64, '0');
  return {
    fileId,
    rawFileId: fileId,
    name,
    type: 'image/jpeg',
    sizeBytes: 1_000_000,
    sha256,
    createdAt: now,
  };
}

async function insertSource(): Promise<readonly string[]> {
  const ids = Array.from({ length: segmentCount }, () => newId());
  for (const [index, id] of ids.entries()) {
    const part = files.slice(index * maxSegmentFiles, (index + 1) * maxSegmentFiles);
    const owner = { organizationId, datasetId, versionId: newId() };
    await segments.insert({ id, ...owner, isSealed: true, files: part });
  }
  return ids;
}

/** Stores the results of a job that changed some files, and writes its version. */
async function derive(isChanged: (place: number) => boolean): Promise<Version> {
  const version = derivedVersion({
    id: newId(),
    organizationId,
    datasetId,
    label: undefined,
    pipelineSlug: 'metadata-strip',
    createdBy: newId(),
    createdAt: now,
    state: 'cleaning',
    parentVersionId: newId(),
    source: { segmentIds: sourceIds, fileCount },
  });
  const results = files.map(({ fileId, ...entry }, place): UnitResult => {
    if (!isChanged(place)) return { fileId, outcome: 'unchanged' };
    const { name, type, sizeBytes, createdAt } = entry;
    const sha256 = (place + fileCount).toString(16).padStart(64, '0');
    return {
      fileId,
      outcome: 'changed',
      content: { fileId: newId(), name, type, sizeBytes, createdAt, sha256 },
    };
  });
  for (let index = 0; index * filesPerUnit < fileCount; index += 1) {
    const unit = { id: newId(), organizationId, datasetId, versionId: version.id, work: 'clean' } as const;
    await units.insert([{ ...unit, step: 'map', index, createdAt: now }]);
    const taken = await units.queues.clean.take(now);
    if (taken === undefined || taken === 'full') throw new Error('no unit waits');
    const start = taken.unit.index * filesPerUnit;
    await units.finish(taken, results.slice(start, start + filesPerUnit));
    units.queues.clean.freeSlot(taken);
  }
  const { segmentIds, counts } = await writeSegments({ segments, units }, version, new Map());
  expect(counts.changed).toBe(results.filter(({ outcome }) => outcome === 'changed').length);
  return { ...version, segmentIds };
}

it('adds at most 400 bytes of documents a file when 1 % of the files changed', async () => {
  const version = await derive((place) => place % 100 === 0);
  const made = await db.collection('segments').find({ versionId: version.id }).toArray();
  const bytes = made.reduce((sum, document) => sum + BSON.calculateObjectSize(document), 0);
  expect(made).toHaveLength(segmentCount);
  expect(bytes / fileCount).toBeLessThanOrEqual(400);
});

it('shares the segments in which nothing changed with the source', async () => {
  const { segmentIds } = await derive((place) => place < fileCount / 100);
  expect([segmentIds[0] === sourceIds[0], segmentIds[1] === sourceIds[1]]).toEqual([false, true]);
});

it('reads the same bytes for the last page as for the first, and no other files', async () => {
  const version = { organizationId, segmentIds: sourceIds };
  const measure = async (start: number): Promise<number> => {
    replyBytes = 0;
    const page = await readRange({ segments }, version, { start, count: 50 });
    expect(page).toEqual(files.slice(start, start + 50));
    return replyBytes;
  };
  const first = await measure(0);
  const last = await measure(fileCount - 50);
  expect(last / first).toBeLessThan(1.5);
  expect(first).toBeLessThan(30_000);
  expect((await countFiles({ segments }, version)).fileCount).toBe(fileCount);
});

it('reads a page that begins in one segment and ends in the next', async () => {
  const version = { organizationId, segmentIds: sourceIds };
  const start = maxSegmentFiles - 20;
  expect(await readRange({ segments }, version, { start, count: 50 })).toEqual(
    files.slice(start, start + 50),
  );
});

it('says that the total of issues is not exact when a scan found more than are listed', async () => {
  const issues = createIssueStore(db);
  const scan = { organizationId, datasetId, versionId: newId(), scanId: newId() };
  const documents = Array.from({ length: 20_001 }, (_, place) => ({
    _id: `${scan.versionId}.${place.toString()}`,
    ...scan,
    type: 'outlier',
    score: 0.5,
    fileIds: [newId()],
    explanation: 'It differs.',
    rank: place.toString().padStart(6, '0'),
  }));
  await db.collection<{ _id: string }>('issues').insertMany(documents);
  const found = await issues.list(scan, { type: undefined });
  expect([found.issues.length, found.isComplete]).toEqual([20_000, false]);
  expect(await issues.list(scan, { type: 'corrupt' })).toEqual({ issues: [], isComplete: true });
});
