import { appendEvents } from '@assay/chassis/mongo/outbox';
import { computeDueAt } from '@assay/chassis/work/redrive';
import type { Cause, Run } from '../../domain/run/run.ts';
import { runStarted, stageRequested } from '../../events/run-events.ts';
import { causeOf, stagesBySlug } from './run-document.ts';
import { failing, stageFields } from './stage-progress.ts';
import type { RunCollection } from './run-collection.ts';

/** Of which restart of which run. */
export interface RestartRef {
  readonly organizationId: string;
  readonly runId: string;
  /** What is to hold its money. */
  readonly holdId: string;
}

/** What people do about a run that was accepted. */
export interface RunControls {
  /** Ends a run that is as it was read, with RunFailed in its outbox; false when it has gone on since. */
  cancel(run: Run, error: string, at: { readonly now: Date; readonly cause: Cause }): Promise<boolean>;
  /**
   * Begins to restart a failed run, to be paid by this hold, or by that of a restart that has not come to its end;
   * resolves to the id of that hold, or to undefined when the run is not failed.
   */
  beginRestart(ref: RestartRef): Promise<string | undefined>;
  /** Accepts a restart that was begun: the run waits for its first stage, which is requested. False when it was abandoned. */
  acceptRestart(restarted: Run, at: { readonly now: Date; readonly cause: Cause }): Promise<boolean>;
  /** From now on the restart cannot be accepted; nothing happens when it was. */
  abandonRestart(ref: RestartRef): Promise<void>;
}

export function createRunControls({ runs, write }: RunCollection): RunControls {
  return {
    cancel(run, error, at) {
      const { filter, update } = failing(run, error, at);
      const { id: _id, status } = run;
      const $set = { ...update.$set, ...skipStages(run, at.now) };
      return write({ ...filter, _id, chargeState: 'held', status }, { ...update, $set });
    },
    async beginRestart({ organizationId, runId, holdId }) {
      const failed = { _id: runId, organizationId, chargeState: 'held', status: 'failed' } as const;
      await runs.updateOne(
        { ...failed, restartHoldId: { $exists: false } },
        { $set: { restartHoldId: holdId } },
      );
      return (await runs.findOne(failed, { projection: { restartHoldId: 1 } }))?.restartHoldId;
    },
    acceptRestart(run, { now, cause }) {
      const { id, organizationId, holdId, stages } = run;
      const first = stages.slice(0, 1).map(({ slug }) => stageRequested(run, slug, cause));
      const { status, conclusion, error, completedAt, updatedAt, costCents, pipelineVersion, attempt } = run;
      const ending = { status, conclusion, error, completedAt, updatedAt };
      const fields = { ...ending, costCents, pipelineVersion, attempt, holdId };
      const work = { turn: 'waiting', attempts: 0, dueAt: computeDueAt(now), cause: causeOf(cause) } as const;
      return write(
        { _id: id, organizationId, chargeState: 'held', status: 'failed', restartHoldId: holdId },
        {
          $set: { ...fields, ...work, stages: stagesBySlug(stages) },
          $unset: { restartHoldId: true, charge: true },
          ...appendEvents(runStarted(run, cause), ...first),
        },
      );
    },
    async abandonRestart({ organizationId, runId, holdId }) {
      await runs.updateOne(
        { _id: runId, organizationId, restartHoldId: holdId },
        { $unset: { restartHoldId: true } },
      );
    },
  };
}

/** Stages that have not ended are not executed any more. */
function skipStages({ stages }: Run, now: Date): Record<string, unknown> {
  const open = stages.filter(({ status }) => status !== 'completed' && status !== 'failed');
  const skipped = { status: 'skipped', error: '', completedAt: now, updatedAt: now } as const;
  return Object.assign({}, ...open.map(({ slug }) => stageFields(slug, skipped))) as Record<string, unknown>;
}
