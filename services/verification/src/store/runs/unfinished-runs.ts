import type { Collection } from 'mongodb';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { newId } from '@assay/chassis/ids';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { QueuedDocument } from '@assay/chassis/mongo/fair-queue';
import { stalledError } from '@assay/chassis/work/redrive';
import type { UnfinishedWork } from '@assay/chassis/work/redrive';
import { createWorkDocuments, oneAtATime, workIndexes } from '@assay/chassis/work/work-documents';
import type { ListedUnit, WorkLimits } from '@assay/chassis/work/work-documents';
import type { TakenUnit, WorkQueue } from '@assay/chassis/work/worker';
import { currentStage } from '../../domain/run/run.ts';
import type { Cause, Run } from '../../domain/run/run.ts';
import { runBegan, stageRequested } from '../../events/run-events.ts';
import { toRun } from './run-document.ts';
import type { RunDocument } from './run-document.ts';
import { sameAttempt } from './stage-progress.ts';
import type { StageProgress } from './stage-progress.ts';
import type { RunCollection } from './run-collection.ts';

type UnfinishedRun = ListedUnit<RunDocument>;

/** A run whose stage this process executes. */
export interface TakenStage extends TakenUnit {
  readonly run: Run;
  readonly stageSlug: string;
  /** The call that started the run. */
  readonly cause: Cause;
}

/** Runs as work: whose next stage waits, is executed, or was forgotten. Those that await the crowd are not meant. */
export interface UnfinishedRuns extends UnfinishedWork<UnfinishedRun>, WorkQueue<TakenStage> {}

export interface UnfinishedRunOptions {
  readonly stages: Pick<StageProgress, 'begin' | 'fail'>;
  readonly limits?: WorkLimits | undefined;
}

const state = { field: 'turn', waiting: 'waiting', taken: 'taken' } as const;
const underWay = { status: { $in: ['pending', 'running'] }, chargeState: 'held' } as const;

export const unfinishedRunIndexes: readonly IndexSpec[] = [
  ...workIndexes(state.field),
  { key: { status: 1, chargeState: 1, dueAt: 1 } },
];

export function createUnfinishedRuns(
  { runs, relay }: RunCollection,
  { stages, limits = oneAtATime }: UnfinishedRunOptions,
): UnfinishedRuns {
  return {
    ...createWorkDocuments({
      collection: runs,
      relay,
      state,
      ...limits,
      unfinished: underWay,
      taken: {
        take: (queued, now) => takeStage(runs, stages, { queued, now }),
        guard: ({ run, stageSlug }: TakenStage) => ({
          [`stages.${stageSlug}.status`]: 'running',
          ...sameAttempt(run, stageSlug),
        }),
        request: ({ run, stageSlug, cause }) => stageRequested(run, stageSlug, cause),
      },
      listed: {
        guard: ({ status }) => ({ status }),
        request: requestOfCurrentStage,
      },
    }),
    async end({ document }, now) {
      const run = toRun(document);
      const stageSlug = currentStage(run)?.slug;
      if (stageSlug === undefined) return false;
      return stages.fail({ run, stageSlug, error: stalledError }, { now, cause: { requestId: newId() } });
    },
  };
}

async function takeStage(
  runs: Collection<RunDocument>,
  stages: Pick<StageProgress, 'begin'>,
  { queued: { id, organizationId }, now }: { readonly queued: QueuedDocument; readonly now: Date },
): Promise<TakenStage | undefined> {
  const waiting = await runs.findOne({ _id: id, organizationId });
  const stage = waiting === null ? undefined : currentStage(toRun(waiting));
  if (waiting === null || stage === undefined) return undefined;
  const cause = waiting.cause ?? { requestId: newId() };
  const run = { ...toRun(waiting), updatedAt: now };
  const told = run.status === 'pending' ? runBegan(run, cause) : [];
  const taken = await stages.begin({ organizationId, runId: id, stageSlug: stage.slug }, now, told);
  if (taken === undefined) return undefined;
  return { id, organizationId, ...taken, stageSlug: stage.slug, cause, traceparent: cause.traceparent };
}

function requestOfCurrentStage(document: RunDocument): OutboxEntry | undefined {
  const run = toRun(document);
  const stage = currentStage(run);
  return stage === undefined ? undefined : stageRequested(run, stage.slug, { requestId: newId() });
}
