import type { Db } from 'mongodb';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import { removedWith } from '@assay/chassis/mongo/removed-with';
import type { NamedOutboxDocument } from '@assay/chassis/mongo/outbox-writer';
import type { Page, PageOf } from '@assay/chassis/pagination';
import { askAgainAt, isOver } from '../domain/pipeline-run/pipeline-run.ts';
import type { PipelineRun, PipelineRunFilter } from '../domain/pipeline-run/pipeline-run.ts';

export const pipelineRunCollection = 'pipeline_runs';

export const pipelineRunIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, projectId: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, projectId: 1, fileId: 1, ...newestFirst.sort } },
];

export interface PipelineRunStore {
  /** Stores a run as it stands; one that is recorded as ended stays as it is. */
  record(run: PipelineRun): Promise<void>;
  /** Stores what has become of a run elsewhere, unless a later or equal `step` of it is stored. */
  follow(run: PipelineRun, step: number): Promise<void>;
  /** Newest first. */
  list(organizationId: string, filter: PipelineRunFilter, page: Page): Promise<PageOf<PipelineRun>>;
  /** Removes runs of a project that is gone; returns how many, at most `limit`. */
  removeOfProject(organizationId: string, projectId: string): Promise<void>;
}

/** JSON is kept as text, since a key may mean something to MongoDB; how far a run has come is kept with its file. */
export interface PipelineRunDocument
  extends NamedOutboxDocument, Omit<PipelineRun, 'id' | 'jobId' | 'result' | 'error' | 'progress'> {
  readonly _id: string;
  readonly jobId: string | null;
  readonly resultJson: string | null;
  readonly error: string | null;
  /** How far a run elsewhere was known to have come; missing in an enrichment. */
  readonly step?: number;
  /** When it is asked what became of a run elsewhere; null: it has ended. Missing in records of versions before, and in enrichments. */
  readonly dueAt?: Date | null;
}

export function createPipelineRunStore(db: Db): PipelineRunStore {
  const collection = db.collection<PipelineRunDocument>(pipelineRunCollection);
  return {
    async record(run) {
      const { _id, organizationId, createdAt, ...stands } = toDocument(run);
      const { projectId, fileId, pipelineSlug, ...state } = stands;
      const $setOnInsert = { createdAt, projectId, fileId, pipelineSlug };
      // Two upserts at once: one inserts, and MongoDB lets the other one begin anew.
      await collection.updateOne({ _id, organizationId }, { $set: state, $setOnInsert }, { upsert: true });
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

function toDocument({
  id,
  jobId,
  result,
  error,
  progress: _progress,
  ...rest
}: PipelineRun): PipelineRunDocument {
  const resultJson = result === undefined ? null : JSON.stringify(result);
  return { _id: id, ...rest, jobId: jobId ?? null, resultJson, error: error ?? null };
}

function toRun(document: PipelineRunDocument): PipelineRun {
  const { _id: id, jobId, resultJson, error, ...stored } = document;
  const { step: _step, dueAt: _dueAt, outbox: _outbox, outboxSince: _outboxSince, ...rest } = stored;
  return {
    ...{ id, ...rest, jobId: jobId ?? undefined, error: error ?? undefined },
    result: resultJson === null ? undefined : (JSON.parse(resultJson) as unknown),
    progress: undefined,
  };
}
