import type { Db } from 'mongodb';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import type { PersonKey, Worker } from '../../domain/worker/worker.ts';

export const workerCollection = 'crowd_workers';

export const workerIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, personKey: 1 }, unique: true },
  { key: { personKey: 1 } },
];

interface WorkerDocument extends Mapped<Worker> {
  /** The newest answers that were counted, so that a repetition counts none twice. */
  readonly counted: readonly string[];
}

/** The counts that an answer adds to its worker. */
export interface WorkerCounts {
  readonly completedTasks: number;
  readonly goldenTotal: number;
  readonly goldenCorrect: number;
}

export interface WorkerStore {
  /** Inserts a worker, or returns the one that the person has. */
  insert(worker: Worker): Promise<Worker>;
  find(organizationId: string, workerId: string): Promise<Worker | undefined>;
  findPerson(organizationId: string, personKey: PersonKey): Promise<Worker | undefined>;
  findMany(organizationId: string, workerIds: readonly string[]): Promise<readonly Worker[]>;
  /** Adds the counts of an answer, once. */
  countAnswer(workerId: string, answerId: string, counts: WorkerCounts): Promise<void>;
  setBlocked(organizationId: string, workerId: string, isBlocked: boolean): Promise<Worker | undefined>;
  /** Sets a qualification, or removes it if the value is undefined. */
  setQualification(
    organizationId: string,
    workerId: string,
    qualification: { readonly key: string; readonly value: unknown },
  ): Promise<Worker | undefined>;
}

const keptAnswers = 1_000;
const { toDocument, toDomain } = createDocumentMapper<Worker, WorkerDocument>({ internal: ['counted'] });
const options = { returnDocument: 'after', projection: { counted: 0 } } as const;
const projection = { counted: 0 } as const;

export function createWorkerStore(db: Db): WorkerStore {
  const collection = db.collection<WorkerDocument>(workerCollection);
  const show = (found: WorkerDocument | null) => (found === null ? undefined : toDomain(found));
  return {
    async insert(worker) {
      const { organizationId, personKey } = worker;
      const earlier = { organizationId, personKey };
      return toDomain(await insertOrFind(collection, toDocument(worker, { counted: [] }), earlier));
    },
    find: async (organizationId, _id) =>
      show(await collection.findOne({ _id, organizationId }, { projection })),
    findPerson: async (organizationId, personKey) =>
      show(await collection.findOne({ organizationId, personKey }, { projection })),
    async findMany(organizationId, ids) {
      if (ids.length === 0) return [];
      const found = collection.find({ _id: { $in: [...ids] }, organizationId }, { projection });
      return (await found.toArray()).map(toDomain);
    },
    async countAnswer(_id, answerId, counts) {
      await collection.updateOne(
        { _id, counted: { $ne: answerId } },
        { $inc: { ...counts }, $push: { counted: { $each: [answerId], $slice: -keptAnswers } } },
      );
    },
    setBlocked: async (organizationId, _id, isBlocked) =>
      show(await collection.findOneAndUpdate({ _id, organizationId }, { $set: { isBlocked } }, options)),
    async setQualification(organizationId, _id, { key, value }) {
      const field = `qualifications.${key}`;
      const update =
        value === undefined ? { $unset: { [field]: '' as const } } : { $set: { [field]: value } };
      return show(await collection.findOneAndUpdate({ _id, organizationId }, update, options));
    },
  };
}
