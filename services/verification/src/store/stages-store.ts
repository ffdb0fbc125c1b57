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
  complete(
    ref: StageRef,
    result: StageResult,
    then: { now: Date; events: readonly OutboxEntry[] },
  ): Promise<boolean>;
  /** Ends the last stage and the run with it. False when somebody else has. */
  conclude(
    ref: StageRef,
    result: StageResult,
    then: { now: Date; events: readonly OutboxEntry[]; conclusion: RunConclusion },
  ): Promise<boolean>;
  /** Ends stage and run as failed. False when the run has ended. */
  fail(ref: StageRef, error: string, then: { now: Date; events: readonly OutboxEntry[] }): Promise<boolean>;
}

const underWay = { $in: ['pending', 'running'] } as const;

export function createStagesStore(db: Db): StagesStore {
  const runs = db.collection<RunDocument>(runsCollection);
  return {
    begin: (ref, now) => beginStage(runs, ref, now),
    complete: (ref, result, { now, events }) =>
      endStage(runs, ref, { $set: stageResult(ref, result, now), $push: appendEvents(...events) }),
    conclude: (ref, result, { now, events, conclusion }) =>
      endStage(runs, ref, {
        $set: { ...stageResult(ref, result, now), status: 'completed', conclusion, completedAt: now },
        $push: appendEvents(...events),
      }),
    async fail(ref, error, { now, events }) {
      const run = { status: 'failed', error, completedAt: now, updatedAt: now } as const;
      const stage = ofStage(ref, { status: 'failed', error, completedAt: now, updatedAt: now });
      const filter = { _id: ref.runId, organizationId: ref.organizationId, status: underWay };
      const change = { $set: { ...run, ...stage }, $push: appendEvents(...events) };
      return (await runs.updateOne(filter, change)).modifiedCount === 1;
    },
  };
}

async function beginStage(runs: Collection<RunDocument>, ref: StageRef, now: Date): Promise<Run | undefined> {
  const { organizationId, runId, stageSlug } = ref;
  const found = await runs.findOneAndUpdate(
    { _id: runId, organizationId, status: underWay, [`stages.${stageSlug}.status`]: underWay },
    {
      $set: {
        status: 'running',
        updatedAt: now,
        ...ofStage(ref, { status: 'running', startedAt: now, updatedAt: now }),
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
  const isRunning = { status: 'running', [`stages.${stageSlug}.status`]: 'running' } as const;
  const { modifiedCount } = await runs.updateOne({ _id: runId, organizationId, ...isRunning }, update);
  return modifiedCount === 1;
}

function stageResult(ref: StageRef, result: StageResult, now: Date) {
  const stage = { ...result, status: 'completed', completedAt: now, updatedAt: now } as const;
  return { updatedAt: now, ...ofStage(ref, stage) };
}

/** The fields of one stage as paths of an update. */
function ofStage({ stageSlug }: StageRef, fields: Partial<RunStage>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [`stages.${stageSlug}.${field}`, value]),
  );
}
