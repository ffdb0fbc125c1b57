import type { Collection, Filter, UpdateFilter } from 'mongodb';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { appendEvents } from '@assay/chassis/mongo/outbox';
import { computeDueAt } from '@assay/chassis/work/redrive';
import { leaseEnd } from '@assay/chassis/work/worker';
import { canceledError, currentStage, stageAfter, stageOf } from '../../domain/run/run.ts';
import type { Cause, Run, RunConclusion } from '../../domain/run/run.ts';
import { computeFailedPrice } from '../../domain/run/price/compute-price.ts';
import type { RunPrice } from '../../domain/run/price/compute-price.ts';
import type { PeopleResult, RunStage, StageRef, StageResult } from '../../domain/stage/stage.ts';
import { stageRequested } from '../../events/run-events.ts';
import { closeJob } from './closed-jobs.ts';
import { noteLeftovers } from './leftovers.ts';
import { toRun } from './run-document.ts';
import type { RunDocument } from './run-document.ts';
import { appendEnd } from './run-ends.ts';
import type { RunCollection } from './run-collection.ts';

/** How a running stage ended. */
export interface CompletedStage {
  readonly run: Run;
  readonly stageSlug: string;
  readonly result: StageResult;
}

/** The last stage of a run, with the result of the run. */
export interface ConcludedStage extends CompletedStage {
  readonly conclusion: RunConclusion;
  readonly price: RunPrice;
}

export interface BegunStage {
  readonly run: Run;
  /** How often it was begun, this time included. */
  readonly attempts: number;
}

export interface FailedStage {
  readonly run: Run;
  readonly stageSlug: string;
  /** Why, for people. */
  readonly error: string;
}

/** When a stage ended, and the call or event on whose behalf. */
export interface StageEnd {
  readonly now: Date;
  readonly cause: Cause;
}

/** What a stage's worker writes; every write takes effect at most once, however often the work is delivered. */
export interface StageProgress {
  /** Marks a stage that waits, and its run, as running, and tells these events of it. Undefined when somebody else has, or there is none. */
  begin(ref: StageRef, now: Date, told?: readonly OutboxEntry[]): Promise<BegunStage | undefined>;
  /** Ends a running stage and requests the next one. False when somebody else has. */
  complete(completed: CompletedStage, end: StageEnd): Promise<boolean>;
  /** Ends the last stage and the run with it. False when somebody else has. */
  conclude(concluded: ConcludedStage, end: StageEnd): Promise<boolean>;
  /** Ends stage and run as failed. False when the run has ended. */
  fail(failed: FailedStage, end: StageEnd): Promise<boolean>;
}

/** What is left of the work when a run has ended. */
export const noWork = { turn: true, attempts: true, dueAt: true, overdueSince: true } as const;
const underWay = { $in: ['pending', 'running'] } as const;

export function createStageProgress({ runs, write, relay }: RunCollection): StageProgress {
  const end = ({ run: { id, organizationId }, filter, update }: StageChange) =>
    write({ _id: id, organizationId, ...filter }, update);
  return {
    async begin(ref, now, told = []) {
      const begun = await beginStage(runs, { ref, now, told });
      if (begun !== undefined && told.length > 0) relay.notify(runs.collectionName, ref.runId);
      return begun;
    },
    complete({ run, stageSlug, result }, { now, cause }) {
      const next = stageAfter(run, stageSlug);
      const requested = next === undefined ? [] : [stageRequested(run, next.slug, cause)];
      const work = { turn: 'waiting', attempts: 0, dueAt: computeDueAt(now) } as const;
      const update = {
        $set: { ...completedFields(stageSlug, result, now), ...work },
        ...appendEvents(...requested),
      };
      return end({ run, filter: runningStage(run, stageSlug), update });
    },
    conclude({ run, stageSlug, result, conclusion, price }, { now, cause }) {
      const concluded = { status: 'completed', conclusion, ...price, completedAt: now } as const;
      const update = {
        $set: { ...completedFields(stageSlug, result, now), ...concluded },
        $unset: noWork,
        ...appendEnd({ ...run, status: 'completed', conclusion, ...price, updatedAt: now }, cause),
      };
      return end({ run, filter: runningStage(run, stageSlug), update });
    },
    fail({ run, stageSlug, error }, { now, cause }) {
      const failed = { status: 'failed', error, completedAt: now, updatedAt: now } as const;
      const price = computeFailedPrice(run, { isCanceled: error === canceledError });
      const update = {
        $set: { ...failed, ...price, ...stageFields(stageSlug, failed) },
        $unset: noWork,
        ...noteLeftovers(run, stageSlug, now),
        ...appendEnd({ ...run, ...price, status: 'failed', error, updatedAt: now }, cause),
      };
      return end({ run, filter: { status: underWay, ...sameAttempt(run, stageSlug) }, update });
    },
  };
}

interface FailingChange {
  /** The run is at the stage at which it was read, which is as it was. */
  readonly filter: Filter<RunDocument>;
  readonly update: UpdateFilter<RunDocument>;
}

/** Ends a run and the stage it has come to, as failed, with RunFailed in its outbox. */
export function failing(run: Run, error: string, { now, cause }: StageEnd): FailingChange {
  const { organizationId } = run;
  const failed = { status: 'failed', error, completedAt: now, updatedAt: now } as const;
  const stage = currentStage(run);
  const price = computeFailedPrice(run, { isCanceled: error === canceledError });
  const closed =
    stage?.status === 'awaiting_crowd' ? closeJob(run, stage, { reason: 'canceled', now, cause }) : undefined;
  const failedRun = { ...run, ...price, status: 'failed', error, updatedAt: now } as const;
  const { $push, ...since } = appendEnd(failedRun, cause, closed && [closed.event]);
  const ending = { $unset: noWork, ...since, $push: { ...$push, ...closed?.push } };
  const $set = { ...failed, ...price };
  if (stage === undefined) return { filter: { organizationId }, update: { $set, ...ending } };
  const { slug, id, status } = stage;
  const people = closed === undefined ? {} : { people: canceledPeople };
  return {
    // The price counts the responses, so that none may have been added since.
    filter: { organizationId, ...stageFields(slug, { id, status }), ...countedResponses(stage) },
    update: {
      $set: { ...$set, ...stageFields(slug, { ...failed, ...people }) },
      ...ending,
      ...noteLeftovers(run, slug, now),
    },
  };
}

const canceledPeople: PeopleResult = {
  consensus: null,
  llr: 0,
  isCapped: false,
  areas: [],
  endedBy: 'canceled',
};

/** The condition that a stage has the responses with which it was read. */
export function countedResponses({ slug, responses }: RunStage): Record<string, unknown> {
  return responses === undefined ? {} : { [`stages.${slug}.responses`]: { $size: responses.length } };
}

async function beginStage(
  runs: Collection<RunDocument>,
  { ref, now, told }: { readonly ref: StageRef; readonly now: Date; readonly told: readonly OutboxEntry[] },
): Promise<BegunStage | undefined> {
  const { organizationId, runId, stageSlug } = ref;
  const running = { status: 'running', updatedAt: now } as const;
  const found = await runs.findOneAndUpdate(
    {
      _id: runId,
      organizationId,
      status: underWay,
      turn: 'waiting',
      [`stages.${stageSlug}.status`]: underWay,
    },
    {
      $set: {
        ...running,
        ...stageFields(stageSlug, { ...running, startedAt: now }),
        turn: 'taken',
        dueAt: leaseEnd(now),
      },
      $inc: { attempts: 1 },
      $unset: { overdueSince: true },
      ...appendEvents(...told),
    },
    { returnDocument: 'after' },
  );
  return found === null ? undefined : { run: toRun(found), attempts: found.attempts ?? 1 };
}

interface StageChange {
  readonly run: Run;
  /** In which state run and stage must be. */
  readonly filter: Record<string, unknown>;
  readonly update: UpdateFilter<RunDocument>;
}

export function runningStage(run: Run, stageSlug: string): Record<string, unknown> {
  return {
    status: 'running',
    [`stages.${stageSlug}.status`]: 'running',
    ...sameAttempt(run, stageSlug),
  };
}

/** A run that was restarted has stages of other ids: what is still done for its earlier attempt changes nothing. */
export function sameAttempt(run: Run, stageSlug: string): Record<string, unknown> {
  const id = stageOf(run, stageSlug)?.id;
  return id === undefined ? {} : { [`stages.${stageSlug}.id`]: id };
}

export function completedFields(stageSlug: string, result: StageResult, now: Date): Record<string, unknown> {
  const stage = { ...result, status: 'completed', completedAt: now, updatedAt: now } as const;
  return { updatedAt: now, ...stageFields(stageSlug, stage) };
}

/** The fields of one stage as paths of an update. */
export function stageFields(stageSlug: string, fields: Partial<RunStage>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [`stages.${stageSlug}.${field}`, value]),
  );
}
