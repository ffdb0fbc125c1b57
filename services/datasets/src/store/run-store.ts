import type { Collection, Db } from 'mongodb';
import type { QueuedDocument } from '@assay/chassis/mongo/fair-queue';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import { newOutbox, withoutOutbox } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import { removedWith } from '@assay/chassis/mongo/removed-with';
import type { Page, PageOf } from '@assay/chassis/pagination';
import { computeDueAt } from '@assay/chassis/work/redrive';
import type { UnfinishedWork } from '@assay/chassis/work/redrive';
import { createWorkDocuments, currentTrace } from '@assay/chassis/work/work-documents';
import type { ListedUnit, WorkLimits } from '@assay/chassis/work/work-documents';
import { leaseEnd } from '@assay/chassis/work/worker';
import type { WorkQueue } from '@assay/chassis/work/worker';
import { openStatuses } from '../domain/run/run.ts';
import type { Run, RunEnd, RunFilter, RunItem, TakenRun } from '../domain/run/run.ts';
import { fileRunRequested } from '../events/run-events.ts';
import { mapper, runCollection, state } from './run-document.ts';
import type { RunDocument } from './run-document.ts';

/** Ends a run that made no progress for a day. */
type EndRun = (run: Run) => Promise<void>;

export interface RunStore {
  /** The runs on files that wait for a worker. */
  readonly queue: WorkQueue<TakenRun>;
  /** Returns the unfinished runs on files, for the redrive. */
  unfinished(end: EndRun): UnfinishedWork<ListedUnit<RunDocument>>;
  /** Inserts the run of a job; one that exists stays as it is. */
  insert(run: Run): Promise<void>;
  /** Inserts a run on files and requests a worker. Returns the stored one: a repeated insert returns the first. */
  request(run: Run): Promise<Run>;
  find(organizationId: string, runId: string): Promise<Run | undefined>;
  list(organizationId: string, filter: RunFilter, page: Page): Promise<PageOf<Run>>;
  /** Records that the job of a run has begun. */
  begin(organizationId: string, runId: string, now: Date): Promise<void>;
  /** Records the end of the job of a run, unless it has ended already. */
  recordEnd(run: Run): Promise<void>;
  /** Records the result of one file of a taken run. Resolves to false when the run has ended or another worker has taken it. */
  saveItem(taken: TakenRun, index: number, item: RunItem): Promise<boolean>;
  /** Ends a taken run. Resolves to false as in saveItem. */
  finish(taken: TakenRun, end: RunEnd, now: Date): Promise<boolean>;
  /** Ends a run on files, whoever has taken it. Resolves to false when it has ended already. */
  end(run: Run, end: RunEnd, now: Date): Promise<boolean>;
  removeDataset(organizationId: string, datasetId: string): Promise<void>;
  removeProject(organizationId: string, projectId: string): Promise<void>;
}

const projection = withoutOutbox;
const open = { $in: [...openStatuses] };
const noWork = { dueAt: true, overdueSince: true } as const;

export function createRunStore(db: Db, relay: Pick<Relay, 'notify'>, limits: WorkLimits): RunStore {
  const collection = db.collection<RunDocument>(runCollection);
  const queue = createWorkDocuments<RunDocument, TakenRun>({
    collection,
    relay,
    state,
    ...limits,
    taken: {
      take: (queued, now) => takeRun(collection, queued, now),
      request: ({ run }, now) => fileRunRequested(run, now),
    },
    listed: { request: (document, now) => fileRunRequested(mapper.toDomain(document), now) },
  });
  return {
    queue,
    unfinished: (end) => ({
      ...queue,
      end: ({ document }) => end(mapper.toDomain(document)).then(() => true),
    }),
    ...createVersionRuns(collection),
    ...createFileRuns(collection, relay),
    async find(organizationId, runId) {
      const found = await collection.findOne({ _id: runId, organizationId }, { projection });
      return found === null ? undefined : mapper.toDomain(found);
    },
    async list(organizationId, conditions, page) {
      const filter = { organizationId, ...conditions };
      const query = { filter: withoutUndefined(filter), order: newestFirst, projection };
      const { items, ...facts } = await findPage(collection, query, page);
      return { items: items.map(mapper.toDomain), ...facts };
    },
    removeDataset: removedWith(collection, 'datasetId'),
    removeProject: removedWith(collection, 'projectId'),
  };
}

function withoutUndefined(filter: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

type VersionRuns = Pick<RunStore, 'insert' | 'begin' | 'recordEnd'>;

function createVersionRuns(collection: Collection<RunDocument>): VersionRuns {
  return {
    async insert(run) {
      await insertNew(collection, mapper.toDocument(run));
    },
    async begin(organizationId, runId, startedAt) {
      const pending = { _id: runId, organizationId, status: 'pending' } as const;
      await collection.updateOne(pending, { $set: { status: 'running', startedAt } });
    },
    async recordEnd(run) {
      const { id: _id, organizationId, ...fields } = run;
      const change = { $set: mapper.toFields(fields) };
      const { matchedCount } = await collection.updateOne({ _id, organizationId, status: open }, change);
      if (matchedCount === 0) await insertNew(collection, mapper.toDocument(run));
    },
  };
}

type FileRuns = Pick<RunStore, 'request' | 'saveItem' | 'finish' | 'end'>;

function createFileRuns(collection: Collection<RunDocument>, relay: Pick<Relay, 'notify'>): FileRuns {
  const mine = ({ id: _id, organizationId, attempts }: TakenRun) =>
    ({ _id, organizationId, attempts, state: state.taken, status: open }) as const;
  const ended = (end: RunEnd, completedAt: Date) =>
    ({ $set: { ...mapper.toFields(end), completedAt, state: 'done' }, $unset: noWork }) as const;
  return {
    async request(run) {
      const { createdAt } = run;
      const work = { state: state.waiting, attempts: 0, dueAt: computeDueAt(createdAt), ...currentTrace() };
      const outbox = newOutbox(fileRunRequested(run, createdAt));
      const stored = await insertOrFind(collection, mapper.toDocument(run, { ...work, ...outbox }));
      relay.notify(runCollection, run.id);
      return mapper.toDomain(stored);
    },
    async saveItem(taken, index, item) {
      const change = { $set: { [`items.${index.toString()}`]: item } };
      return (await collection.updateOne(mine(taken), change, { ignoreUndefined: true })).matchedCount === 1;
    },
    finish: async (taken, end, now) =>
      (await collection.updateOne(mine(taken), ended(end, now))).matchedCount === 1,
    end: async ({ id: _id, organizationId }, end, now) =>
      (await collection.updateOne({ _id, organizationId, status: open }, ended(end, now))).matchedCount === 1,
  };
}

async function takeRun(
  collection: Collection<RunDocument>,
  { id, organizationId }: QueuedDocument,
  now: Date,
): Promise<TakenRun | undefined> {
  const found = await collection.findOneAndUpdate(
    { _id: id, organizationId, state: state.waiting },
    {
      $set: { state: state.taken, status: 'running', dueAt: leaseEnd(now) },
      $min: { startedAt: now },
      $unset: { overdueSince: true },
      $inc: { attempts: 1 },
    },
    { returnDocument: 'after', projection },
  );
  if (found === null) return undefined;
  const { attempts = 1, traceparent } = found;
  return { id, organizationId, attempts, traceparent, run: mapper.toDomain(found) };
}
