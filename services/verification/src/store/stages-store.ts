import type { Collection, Db, UpdateFilter } from 'mongodb';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { appendEvents } from '@assay/chassis/mongo/outbox';
import type { Run, RunConclusion, RunStage } from '../domain/run.ts';
import { toRun } from './run-document.ts';
import type { RunDocument } from './run-document.ts';
import { runsCollection } from './runs-store.ts';

/** Which stage of which run. */
export interface StageRef {
  readonly organizationId: string;
  readonly runId: string;
  readonly stageSlug: string;
}

export type StageResult = Pick<RunStage, 'verdict' | 'confidence' | 'summary' | 'findings' | 'artifacts'>;

/** What a stage's worker writes; every write takes effect at most once, however often the work is delivered. */
export interface StagesStore {
  /** Marks stage and run as running. Undefined when the stage has ended or the run is unknown; taking over is allowed. */
  begin(ref: StageRef, now: Date): Promise<Run | undefined>;
  /** Ends a running stage. False when somebody else has. */
  complete(ref: StageRef, result: StageResult, then: { now: Date; events: readonly OutboxEntry[] }): Promise<boolean>;
  /** Ends the last stage and the run with it. False when somebody else has. */
  conclude(
    ref: StageRef,
    result: StageResult,
    then: { now: Date; events: readonly OutboxEntry[]; conclusion: RunConclusion },
  ): Promise<boolean>;
  /** Ends stage and run as failed. False when the run has ended. */
  fail(ref: StageRef, error: string, then: { now: Date; events: readonly OutboxEntry[] }): Promise<boolean>;
}

export function createStagesStore(db: Db): StagesStore {
  const runs = db.collection<RunDocument>(runsCollection);
  return {
    begin: (ref, now) => beginStage(runs, ref, now),
    complete: (ref, result, { now, events }) =>
      endStage(runs, ref, { $set: stageResult(result, now), $push: appendEvents(...events) }),
    conclude: (ref, result, { now, events, conclusion }) =>
      endStage(runs, ref, {
        $set: { ...stageResult(result, now), status: 'completed', conclusion, completedAt: now },
        $push: appendEvents(...events),
      }),
    async fail({ organizationId, runId, stageSlug }, error, { now, events }) {
      const change = { status: 'failed', error, completedAt: now, updatedAt: now } as const;
      const stage = { 'stages.$.status': 'failed', 'stages.$.error': error, 'stages.$.updatedAt': now } as const;
      const { modifiedCount } = await runs.updateOne(
        { _id: runId, organizationId, status: { $in: ['pending', 'running'] }, 'stages.slug': stageSlug },
        { $set: { ...change, ...stage, 'stages.$.completedAt': now }, $push: appendEvents(...events) },
      );
      return modifiedCount === 1;
    },
  };
}

async function beginStage(runs: Collection<RunDocument>, ref: StageRef, now: Date): Promise<Run | undefined> {
  const { organizationId, runId, stageSlug } = ref;
  const found = await runs.findOneAndUpdate(
    {
      _id: runId,
      organizationId,
      status: { $in: ['pending', 'running'] },
      stages: { $elemMatch: { slug: stageSlug, status: { $in: ['pending', 'running'] } } },
    },
    {
      $set: {
        status: 'running',
        updatedAt: now,
        'stages.$.status': 'running',
        'stages.$.startedAt': now,
        'stages.$.updatedAt': now,
      },
    },
    { returnDocument: 'after' },
  );
  return found === null ? undefined : toRun(found);
}

async function endStage(
  runs: Collection<RunDocument>,
  { organizationId, runId, stageSlug }: StageRef,
  update: UpdateFilter<RunDocument>,
): Promise<boolean> {
  const stages = { $elemMatch: { slug: stageSlug, status: 'running' } } as const;
  const { modifiedCount } = await runs.updateOne({ _id: runId, organizationId, status: 'running', stages }, update);
  return modifiedCount === 1;
}

function stageResult(result: StageResult, now: Date) {
  return {
    updatedAt: now,
    'stages.$.status': 'completed' as const,
    'stages.$.verdict': result.verdict,
    'stages.$.confidence': result.confidence,
    'stages.$.summary': result.summary,
    'stages.$.findings': result.findings,
    'stages.$.artifacts': result.artifacts,
    'stages.$.completedAt': now,
    'stages.$.updatedAt': now,
  };
}
