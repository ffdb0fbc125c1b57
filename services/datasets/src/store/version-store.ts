import type { Collection, Db } from 'mongodb';
import type { OutboxEntry } from '@assay/chassis/events/event';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import { appendEvents, outboxIndexes, withoutOutbox } from '@assay/chassis/mongo/outbox';
import { createOutboxWriter } from '@assay/chassis/mongo/outbox-writer';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { Dataset } from '../domain/dataset/dataset.ts';
import { rawVersion } from '../domain/version/version.ts';
import type { Version, VersionState } from '../domain/version/version.ts';
import { versionCompleted } from '../events/job-events.ts';
import { createDeletions } from './version-deletions.ts';
import type { VersionDeletions } from './version-deletions.ts';
import { versionMapper } from './version-document.ts';
import type { VersionDocument } from './version-document.ts';

export const versionCollection = 'versions';

export const versionIndexes: readonly IndexSpec[] = [
  ...outboxIndexes,
  { key: { organizationId: 1, datasetId: 1, isDeleting: 1, createdAt: 1, _id: 1 } },
  { key: { organizationId: 1, parentVersionId: 1 } },
  { key: { checkAt: 1 }, sparse: true },
  { key: { completedAt: 1 } },
];

/** The final state of a job. */
export type VersionEnd =
  | ({ readonly state: 'cleaned' | 'cleaned_and_enriched' } & Pick<
      Version,
      'segmentIds' | 'fileCount' | 'sizeBytes' | 'counts' | 'manifestSha256' | 'pipelineVersion' | 'scan'
    >)
  | { readonly state: 'failed'; readonly error: string };

export interface VersionStore extends VersionDeletions {
  /** Inserts a version, and returns the stored one: a repeated insert returns the first. A job is checked at `checkAt`. */
  insert(version: Version, checkAt?: Date): Promise<Version>;
  /** Inserts the raw version of a dataset, as `insert` does. */
  insertRaw(dataset: Dataset): Promise<Version>;
  find(organizationId: string, datasetId: string, versionId: string): Promise<Version | undefined>;
  /** Finds a version of any dataset of the organization. */
  findAnywhere(organizationId: string, versionId: string): Promise<Version | undefined>;
  /** In the order of their creation, raw first. */
  list(organizationId: string, datasetId: string): Promise<readonly Version[]>;
  count(organizationId: string, datasetId: string): Promise<number>;
  hasChildren(organizationId: string, versionId: string): Promise<boolean>;
  /** Replaces the segments of the raw version. Resolves to false when they have changed since they were read. */
  replaceSegments(raw: Version, segmentIds: readonly string[]): Promise<boolean>;
  /** Records progress: the job started, and has read at least this number of files. */
  advance(version: Version, progress: { readonly doneFiles: number; readonly now: Date }): Promise<void>;
  /** Ends a running job with its event in one write. Its cleanup is checked at once. Resolves to false when it has ended already. */
  end(version: Version, end: VersionEnd, now: Date): Promise<boolean>;
  /** Records the job that has read the files of a version. */
  setScan(version: Version, scan: NonNullable<Version['scan']>): Promise<void>;
  /** Lists versions whose job or cleanup is due, of all organizations. */
  listDue(now: Date, limit: number): Promise<readonly Version[]>;
  /** Sets the time of the next check; undefined when nothing is left to do. */
  checkAgain(version: Version, at: Date | undefined): Promise<void>;
  /** Builds the events of the jobs that ended at or after `since` once more, of all organizations, in no order. */
  listEndEvents(since: Date): AsyncIterable<OutboxEntry>;
  /** Makes all unfinished jobs due. */
  makeDue(): Promise<void>;
  /** Reads the cached hash of the manifest of raw if the content is the same. */
  findCachedManifest(raw: Version, content: string): Promise<string | undefined>;
  cacheManifest(raw: Version, cache: { readonly sha256: string; readonly content: string }): Promise<void>;
}

const { toDocument, toDomain, toFields } = versionMapper;
const projection = withoutOutbox;
/** A list of versions leaves out up to 40 kB of each. */
const listed = { ...withoutOutbox, keepFileIds: 0 };
const running = ['cleaning', 'enriching'] as const;

export function createVersionStore(
  db: Db,
  relay: Pick<Relay, 'notify'>,
  onEnd: (version: Version, state: VersionState) => void = () => undefined,
): VersionStore {
  const collection = db.collection<VersionDocument>(versionCollection);
  const write = createOutboxWriter(collection, relay);
  return {
    ...createInserts(collection),
    ...createChecks(collection),
    ...createDeletions(collection),
    async find(organizationId, datasetId, versionId) {
      const shown = { _id: versionId, organizationId, datasetId, isDeleting: false };
      const found = await collection.findOne(shown, { projection });
      return found === null ? undefined : toDomain(found);
    },
    async findAnywhere(organizationId, versionId) {
      const shown = { _id: versionId, organizationId, isDeleting: false };
      const found = await collection.findOne(shown, { projection });
      return found === null ? undefined : toDomain(found);
    },
    async list(organizationId, datasetId) {
      const found = collection.find({ organizationId, datasetId, isDeleting: false }, { projection: listed });
      return (await found.sort({ createdAt: 1, _id: 1 }).toArray()).map(toDomain);
    },
    count: (organizationId, datasetId) => collection.countDocuments({ organizationId, datasetId }),
    async hasChildren(organizationId, versionId) {
      const child = { organizationId, parentVersionId: versionId };
      return (await collection.findOne(child, { projection: { _id: 1 } })) !== null;
    },
    async replaceSegments({ id, organizationId, segmentIds: before }, segmentIds) {
      const { matchedCount } = await collection.updateOne(
        { _id: id, organizationId, segmentIds: [...before] },
        { $set: { segmentIds: [...segmentIds] } },
      );
      return matchedCount === 1;
    },
    async advance({ id, organizationId }, { doneFiles, now }) {
      const mine = { _id: id, organizationId, state: { $in: [...running] } };
      await collection.updateOne(mine, { $max: { doneFiles } });
      await collection.updateOne({ ...mine, startedAt: null }, { $set: { startedAt: now } });
    },
    async end(version, end, now) {
      const { id: _id, organizationId, state } = version;
      const change = { ...toFields(end), completedAt: now, checkAt: now };
      const event = versionCompleted(version, end.state, now);
      const running = { _id, organizationId, state, isDeleting: false };
      const hasEnded = await write(running, { $set: change, ...appendEvents(event) });
      if (hasEnded) onEnd(version, end.state);
      return hasEnded;
    },
    async setScan({ id, organizationId }, scan) {
      await collection.updateOne({ _id: id, organizationId }, { $set: { scan } });
    },
  };
}

function createInserts(collection: Collection<VersionDocument>): Pick<VersionStore, 'insert' | 'insertRaw'> {
  const insert: VersionStore['insert'] = async (version, checkAt) => {
    const document = toDocument(version, checkAt === undefined ? {} : { checkAt });
    return toDomain(await insertOrFind(collection, document));
  };
  return { insert, insertRaw: (dataset) => insert(rawVersion(dataset)) };
}

type Checks = Pick<
  VersionStore,
  'listDue' | 'checkAgain' | 'listEndEvents' | 'makeDue' | 'findCachedManifest' | 'cacheManifest'
>;

function createChecks(collection: Collection<VersionDocument>): Checks {
  return {
    async listDue(now, limit) {
      const due = collection.find({ checkAt: { $lte: now } }, { projection }).sort({ checkAt: 1 });
      return (await due.limit(limit).toArray()).map(toDomain);
    },
    async checkAgain({ id, organizationId, state }, at) {
      const mine = { _id: id, organizationId, state };
      await collection.updateOne(mine, at ? { $set: { checkAt: at } } : { $unset: { checkAt: true } });
    },
    async *listEndEvents(since) {
      for await (const document of collection.find({ completedAt: { $gte: since } }, { projection })) {
        const version = toDomain(document);
        if (version.completedAt) yield versionCompleted(version, version.state, version.completedAt);
      }
    },
    async makeDue() {
      await collection.updateMany({ checkAt: { $gt: new Date(0) } }, { $set: { checkAt: new Date(0) } });
    },
    async findCachedManifest({ id, organizationId }, content) {
      const found = await collection.findOne({ _id: id, organizationId });
      return found?.manifestCache?.content === content ? found.manifestCache.sha256 : undefined;
    },
    async cacheManifest({ id, organizationId }, manifestCache) {
      await collection.updateOne({ _id: id, organizationId }, { $set: { manifestCache } });
    },
  };
}
