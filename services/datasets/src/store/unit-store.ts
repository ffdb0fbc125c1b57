import type { Collection, Db } from 'mongodb';
import { newOutbox, outboxIndexes } from '@assay/chassis/mongo/outbox';
import type { QueuedDocument } from '@assay/chassis/mongo/fair-queue';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import { removeInBatches } from '@assay/chassis/mongo/removed-with';
import type { Relay } from '@assay/chassis/mongo/relay';
import { computeDueAt } from '@assay/chassis/work/redrive';
import type { UnfinishedWork } from '@assay/chassis/work/redrive';
import { createWorkDocuments, currentTrace, workIndexes } from '@assay/chassis/work/work-documents';
import type { ListedUnit, WorkDocument, WorkLimits } from '@assay/chassis/work/work-documents';
import { leaseEnd } from '@assay/chassis/work/worker';
import type { WorkQueue } from '@assay/chassis/work/worker';
import type {
  ReadFeatures,
  TakenJobUnit,
  Unit,
  UnitResult,
  UnitResults,
  UnitWork,
} from '../domain/job/unit.ts';
import { unitRequested } from '../events/job-events.ts';

export const unitCollection = 'units';

const state = { field: 'state', waiting: 'waiting', taken: 'taken' } as const;
const done = 'done';

export const unitIndexes: readonly IndexSpec[] = [
  ...outboxIndexes,
  ...workIndexes(state.field, ['work']),
  { key: { organizationId: 1, versionId: 1, step: 1, state: 1, index: 1 } },
  { key: { organizationId: 1, datasetId: 1 } },
];

interface UnitDocument extends WorkDocument, Omit<Unit, 'id'> {
  readonly state: 'waiting' | 'taken' | 'done';
  readonly results?: readonly UnitResult[];
}

/** Ends the job of a unit that made no progress for a day. */
export type EndUnit = (unit: Unit) => Promise<void>;

/** The unfinished units of one kind of work. */
interface UnitQueue extends Omit<UnfinishedWork<ListedUnit<UnitDocument>>, 'end'>, WorkQueue<TakenJobUnit> {}

export interface UnitStore {
  readonly queues: Readonly<Record<UnitWork, WorkQueue<TakenJobUnit>>>;
  /** Returns the unfinished units of one kind of work, for the redrive. */
  unfinished(work: UnitWork, end: EndUnit): UnfinishedWork<ListedUnit<UnitDocument>>;
  /** Inserts units; those that exist stay as they are. */
  insert(units: readonly Unit[]): Promise<void>;
  /** Records the results of a taken unit. Resolves to false when another worker has taken it. */
  finish(taken: TakenJobUnit, results: readonly UnitResult[]): Promise<boolean>;
  countDone(organizationId: string, versionId: string): Promise<number>;
  count(organizationId: string, versionId: string): Promise<number>;
  /** Reads the results of all map units in order, with a part of their features. */
  readResults(
    organizationId: string,
    versionId: string,
    features: ReadFeatures,
  ): AsyncIterable<readonly UnitResult[]>;
  /** Reads the complete results of some map units, in any order. */
  readUnits(
    organizationId: string,
    versionId: string,
    indexes: readonly number[],
  ): AsyncIterable<UnitResults>;
  removeVersion(organizationId: string, versionId: string): Promise<void>;
  removeDataset(organizationId: string, datasetId: string): Promise<void>;
}

export interface UnitLimits {
  readonly limits: Readonly<Record<UnitWork, WorkLimits>>;
}

export function createUnitStore(db: Db, relay: Pick<Relay, 'notify'>, { limits }: UnitLimits): UnitStore {
  const collection = db.collection<UnitDocument>(unitCollection);
  const createQueue = (work: UnitWork): UnitQueue =>
    createWorkDocuments({
      collection,
      relay,
      state,
      scope: { work },
      ...limits[work],
      readAhead: 20,
      taken: {
        take: (queued, now) => takeUnit(collection, queued, now),
        request: ({ unit }, now) => unitRequested(unit, now),
      },
      listed: { request: (document, now) => unitRequested(toUnit(document), now) },
    });
  const queues = { clean: createQueue('clean'), enrich: createQueue('enrich') };
  return {
    queues,
    unfinished: (work, end) => ({
      ...queues[work],
      end: ({ document }) => end(toUnit(document)).then(() => true),
    }),
    async insert(units) {
      for (const unit of units) {
        const { id: _id, createdAt } = unit;
        const isNew = await insertNew(collection, {
          ...toFields(unit),
          _id,
          state: state.waiting,
          attempts: 0,
          dueAt: computeDueAt(createdAt),
          ...currentTrace(),
          ...newOutbox(unitRequested(unit, createdAt)),
        });
        if (isNew) relay.notify(unitCollection, _id);
      }
    },
    async finish({ unit: { id: _id, organizationId }, attempts }, results) {
      const { matchedCount } = await collection.updateOne(
        { _id, organizationId, state: state.taken, attempts },
        { $set: { state: done, results }, $unset: { dueAt: true, overdueSince: true } },
        { ignoreUndefined: true },
      );
      return matchedCount === 1;
    },
    countDone: (organizationId, versionId) =>
      collection.countDocuments({ organizationId, versionId, step: 'map', state: done }),
    count: (organizationId, versionId) =>
      collection.countDocuments({ organizationId, versionId, step: 'map' }),
    ...createResults(collection),
    async removeVersion(organizationId, versionId) {
      await removeInBatches(collection, { organizationId, versionId });
    },
    async removeDataset(organizationId, datasetId) {
      await removeInBatches(collection, { organizationId, datasetId });
    },
  };
}

const projections = {
  'without fingerprints': { 'results.features.fingerprint': 0 },
  none: { 'results.features': 0 },
} as const;

/** Documents of this number of units are in memory at the same time. */
const batchSize = 4;

function createResults(collection: Collection<UnitDocument>): Pick<UnitStore, 'readResults' | 'readUnits'> {
  return {
    async *readResults(organizationId, versionId, features) {
      const filter = { organizationId, versionId, step: 'map', state: done } as const;
      const found = collection.find(filter, { projection: projections[features] }).sort({ index: 1 });
      for await (const { results = [] } of found.batchSize(batchSize)) yield results;
    },
    async *readUnits(organizationId, versionId, indexes) {
      const mapped = { organizationId, versionId, step: 'map', state: done } as const;
      const filter = { ...mapped, index: { $in: [...indexes] } };
      // Fingerprints are read as bytes.
      const found = collection.find(filter, { promoteBuffers: true }).batchSize(batchSize);
      for await (const { index, results = [] } of found) yield { index, results };
    },
  };
}

async function takeUnit(
  collection: Collection<UnitDocument>,
  { id, organizationId }: QueuedDocument,
  now: Date,
): Promise<TakenJobUnit | undefined> {
  const found = await collection.findOneAndUpdate(
    { _id: id, organizationId, state: state.waiting },
    {
      $set: { state: state.taken, dueAt: leaseEnd(now) },
      $unset: { overdueSince: true },
      $inc: { attempts: 1 },
    },
    { returnDocument: 'after' },
  );
  if (found === null) return undefined;
  const { attempts = 1, traceparent } = found;
  return { id, organizationId, attempts, traceparent, unit: toUnit(found) };
}

function toFields({ organizationId, datasetId, versionId, work, step, index, createdAt }: Unit) {
  return { organizationId, datasetId, versionId, work, step, index, createdAt };
}

function toUnit(document: UnitDocument): Unit {
  return { id: document._id, ...toFields({ ...document, id: document._id }) };
}
