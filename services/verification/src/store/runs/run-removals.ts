import type { Filter } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { removeInBatches } from '@assay/chassis/mongo/removed-with';
import type { Cause, Run, RunStatus } from '../../domain/run/run.ts';
import { toRun } from './run-document.ts';
import type { ChargeState, RunDocument } from './run-document.ts';
import { failing } from './stage-progress.ts';
import type { RunCollection } from './run-collection.ts';

/** Whose runs are meant: those that examine a file, or those of a project. */
export type RunsOf =
  | { readonly organizationId: string; readonly fileId: string }
  | { readonly organizationId: string; readonly projectId: string };

/** What becomes of runs whose files or project were deleted. */
export interface RunRemovals {
  /** Accepted ones that have not ended. */
  listUnfinished(of: RunsOf, limit: number): Promise<readonly Run[]>;
  /** Ends a run as failed, whatever it was doing, with RunFailed in its outbox; false when it has ended or gone on to another stage. */
  end(run: Run, error: string, at: { readonly now: Date; readonly cause: Cause }): Promise<boolean>;
  /** Those of a project whose start has not come to its end. */
  listUnaccepted(
    organizationId: string,
    projectId: string,
    limit: number,
  ): Promise<readonly Pick<Run, 'id'>[]>;
  /** Those of a project that have ended. */
  listEnded(organizationId: string, projectId: string, limit: number): Promise<readonly EndedRun[]>;
  /** Removes a run that has ended and told it; of one that completed stays what it cost. False when it has not. */
  remove(organizationId: string, runId: string, now: Date): Promise<boolean>;
  /** Deletes the records of runs of a project that were removed before then. */
  forget(organizationId: string, forgotten: RemovedRuns): Promise<void>;
}

export interface RemovedRuns {
  readonly projectId: string;
  readonly before: Date;
}

export interface EndedRun {
  readonly id: string;
  /** Whether an event of it still waits to be published. */
  readonly hasOutbox: boolean;
}

const unfinished: RunStatus[] = ['pending', 'running', 'awaiting_crowd'];
const ended: RunStatus[] = ['completed', 'failed'];
const notAccepted: ChargeState[] = ['unpaid', 'abandoned'];

export const runRemovalIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, 'files.id': 1, chargeState: 1, status: 1 } },
];

export function createRunRemovals({ runs, write }: RunCollection): RunRemovals {
  return {
    async listUnfinished(of, limit) {
      const filter = { ...filterOf(of), chargeState: 'held', status: { $in: unfinished } } as const;
      return (await runs.find(filter).limit(limit).toArray()).map(toRun);
    },
    end(run, error, at) {
      const { filter, update } = failing(run, error, at);
      return write({ ...filter, _id: run.id, status: { $in: unfinished } }, update);
    },
    async listUnaccepted(organizationId, projectId, limit) {
      const filter = { organizationId, projectId, chargeState: { $in: notAccepted } };
      const found = await runs
        .find(filter, { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      return found.map(({ _id: id }) => ({ id }));
    },
    async listEnded(organizationId, projectId, limit) {
      const filter = { organizationId, projectId, chargeState: 'held', status: { $in: ended } } as const;
      const found = await runs
        .find(filter, { projection: { outboxSince: 1 } })
        .limit(limit)
        .toArray();
      return found.map(({ _id: id, outboxSince }) => ({ id, hasOutbox: outboxSince !== undefined }));
    },
    async remove(organizationId, runId, now) {
      const told = {
        _id: runId,
        organizationId,
        chargeState: 'held',
        outboxSince: { $exists: false },
      } as const;
      const $set = { ...emptied, chargeState: 'removed', removedAt: now } as const;
      const { matchedCount } = await runs.updateOne({ ...told, status: 'completed' }, { $set });
      if (matchedCount === 1) return true;
      return (await runs.deleteOne({ ...told, status: 'failed' })).deletedCount === 1;
    },
    async forget(organizationId, { projectId, before }) {
      const removed = { chargeState: 'removed', removedAt: { $lt: before } } as const;
      const outboxSince = { $exists: false };
      await removeInBatches(runs, { organizationId, projectId, ...removed, outboxSince }, 100);
    },
  };
}

/** Without what a run was about and what was found. */
const emptied = { files: [], contextId: '', contextData: null, stages: {}, conclusion: null };

function filterOf(of: RunsOf): Filter<RunDocument> {
  const { organizationId } = of;
  return 'fileId' in of
    ? { organizationId, 'files.id': of.fileId }
    : { organizationId, projectId: of.projectId };
}
