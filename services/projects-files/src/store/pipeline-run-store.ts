import type { Collection, Db } from 'mongodb';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import { appendEvents, outboxIndexes } from '@assay/chassis/mongo/outbox';
import { createOutboxWriter } from '@assay/chassis/mongo/outbox-writer';
import type { NamedOutboxDocument } from '@assay/chassis/mongo/outbox-writer';
import type { Relay } from '@assay/chassis/mongo/relay';
import { removedWith } from '@assay/chassis/mongo/removed-with';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { UnfinishedUnit, UnfinishedWork } from '@assay/chassis/work/redrive';
import { askAgainAt, isOver } from '../domain/pipeline-run/pipeline-run.ts';
import type {
  PipelineRun,
  PipelineRunFilter,
  PipelineRunStatus,
} from '../domain/pipeline-run/pipeline-run.ts';
import { pipelineRunOverdue } from '../events/pipeline-run-events.ts';

export const pipelineRunCollection = 'pipeline_runs';

export const pipelineRunIndexes: readonly IndexSpec[] = [
  ...outboxIndexes,
  { key: { organizationId: 1, projectId: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, projectId: 1, fileId: 1, ...newestFirst.sort } },
  { key: { status: 1, dueAt: 1 } },
];

/** The records of the pipeline runs of files: enrichments, and runs of other services. */
export interface PipelineRunStore {
  /** The open runs of other services. Their services are asked for the current state when it is overdue. */
  readonly unfinished: UnfinishedWork<OpenRun>;
  /** Stores the state of an enrichment; an ended one stays as it is. */
  record(run: PipelineRun): Promise<void>;
  /** Stores the state of a run of another service, unless a later or equal `step` of it is stored. */
  follow(run: PipelineRun, step: number): Promise<void>;
  /** Lists runs, newest first. */
  list(organizationId: string, filter: PipelineRunFilter, page: Page): Promise<PageOf<PipelineRun>>;
  /** Removes all runs of a deleted project. */
  removeOfProject(organizationId: string, projectId: string): Promise<void>;
}

type PlainRun = Omit<PipelineRun, 'result' | 'progress'>;

/** A run in MongoDB. The progress of an enrichment is stored with its file. */
interface PipelineRunDocument extends NamedOutboxDocument, Mapped<PlainRun, 'jobId' | 'error'> {
  readonly _id: string;
  /** JSON is stored as text, since MongoDB would interpret some keys. */
  readonly resultJson: string | null;
  /** The last known step of a run of another service; missing in an enrichment. */
  readonly step?: number;
  /** When the state of the run is requested; null after its end. Missing in enrichments and in records of earlier versions. */
  readonly dueAt?: Date | null;
}

interface OpenRun extends UnfinishedUnit {
  readonly document: PipelineRunDocument;
}

const plain = createDocumentMapper<PlainRun, PipelineRunDocument>({
  nullable: ['jobId', 'error'],
  internal: ['resultJson', 'step', 'dueAt'],
});

export function createPipelineRunStore(db: Db, relay: Pick<Relay, 'notify'>): PipelineRunStore {
  const collection = db.collection<PipelineRunDocument>(pipelineRunCollection);
  return {
    unfinished: createUnfinishedRuns(collection, relay),
    async record(run) {
      const { _id, organizationId, createdAt, projectId, fileId, pipelineSlug, ...state } = toDocument(run);
      const update = () =>
        collection.updateOne({ _id, organizationId, status: { $in: openStatuses } }, { $set: state });
      if ((await update()).matchedCount > 0) return;
      const fixed = { createdAt, projectId, fileId, pipelineSlug };
      if (await insertNew(collection, { _id, organizationId, ...fixed, ...state })) return;
      // Another process inserted the record in between, or it has ended.
      await update();
    },
    async follow(run, step) {
      const dueAt = isOver(run) ? null : askAgainAt(run.createdAt, run.updatedAt);
      if (await insertNew(collection, { ...toDocument(run), step, dueAt })) return;
      const { _id, organizationId, status, resultJson, error, updatedAt } = toDocument(run);
      const earlier = { _id, organizationId, step: { $lt: step } };
      await collection.updateOne(earlier, { $set: { status, resultJson, error, updatedAt, step, dueAt } });
    },
    async list(organizationId, { projectId, fileId }, page) {
      const filter = { organizationId, projectId, ...(fileId === undefined ? {} : { fileId }) };
      const { items, ...facts } = await findPage(collection, { filter, order: newestFirst }, page);
      return { items: items.map(toRun), ...facts };
    },
    removeOfProject: removedWith(collection, 'projectId'),
  };
}

const openStatuses: PipelineRunStatus[] = ['pending', 'running'];

/** Matches open runs of other services; an enrichment has no step. */
const open = { status: { $in: openStatuses }, step: { $gte: 0 } } as const;

/** Repairs lost ends of runs. Records of earlier versions have no due time, and are overdue. */
function createUnfinishedRuns(
  collection: Collection<PipelineRunDocument>,
  relay: Pick<Relay, 'notify'>,
): UnfinishedWork<OpenRun> {
  const write = createOutboxWriter(collection, relay);
  return {
    async listOverdue(state, now, limit) {
      if (state === 'taken') return [];
      const late = collection.find({ ...open, dueAt: { $not: { $gt: now } } }).sort({ dueAt: 1 });
      return (await late.limit(limit).toArray()).map((document) => {
        const { _id: id, organizationId } = document;
        return { id, organizationId, overdueSince: undefined, document };
      });
    },
    isBusy: () => Promise.resolve(false),
    requestAgain({ document }, { now }) {
      const { _id, organizationId, status, createdAt, dueAt } = document;
      // An event in the outbox is a request already.
      const asListed = { _id, organizationId, status, dueAt: dueAt ?? null, outboxSince: { $exists: false } };
      return write(asListed, {
        $set: { dueAt: askAgainAt(createdAt, now) },
        ...appendEvents(pipelineRunOverdue({ organizationId, runId: _id }, now)),
      });
    },
    /** Only the service of the run knows how it ended. */
    end: () => Promise.resolve(false),
    async makeOverdue() {
      await collection.updateMany(open, { $set: { dueAt: new Date(0) } });
    },
  };
}

function toDocument({ result, progress: _progress, ...run }: PipelineRun): PipelineRunDocument {
  return plain.toDocument(run, { resultJson: result === undefined ? null : JSON.stringify(result) });
}

function toRun(document: PipelineRunDocument): PipelineRun {
  const { resultJson } = document;
  const result = resultJson === null ? undefined : (JSON.parse(resultJson) as unknown);
  return { ...plain.toDomain(document), result, progress: undefined };
}
