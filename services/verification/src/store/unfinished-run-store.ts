import type { Collection, Db, Filter, UpdateFilter, WithId } from 'mongodb';
import { newId } from '@assay/chassis/ids';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { appendEvents } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import { createTurns, turnIndexes } from '@assay/chassis/mongo/turns';
import { overdueAfterMs, stalledError } from '@assay/chassis/work/redrive';
import type { UnfinishedUnit, UnfinishedWork, UnitState } from '@assay/chassis/work/redrive';
import { leaseMs } from '@assay/chassis/work/worker';
import type { TakenUnit, WorkTurns } from '@assay/chassis/work/worker';
import { currentStage } from '../domain/run/run.ts';
import type { Cause, Run } from '../domain/run/run.ts';
import { stageRequested } from '../events/run-events.ts';
import { toRun } from './run-document.ts';
import type { RunDocument } from './run-document.ts';
import { runCollection } from './run-store.ts';
import type { StageStore } from './stage-store.ts';

/** A run that is under way, as it was listed. */
export interface UnfinishedRun extends UnfinishedUnit {
  readonly run: Run;
  readonly turn: UnitState | undefined;
  readonly dueAt: Date | undefined;
  /** Whether an event of it still waits to be published. */
  readonly hasOutbox: boolean;
}

/** A run whose stage this process executes. */
export interface TakenStage extends TakenUnit {
  readonly run: Run;
  readonly stageSlug: string;
  /** The call that started the run. */
  readonly cause: Cause;
}

/** Runs as work: whose next stage waits, is executed, or was forgotten. Those that await the crowd are not meant. */
export interface UnfinishedRunStore extends UnfinishedWork<UnfinishedRun>, WorkTurns<TakenStage> {}

export interface StageLimits {
  /** Stages this process executes at the same time. */
  readonly slots: number;
  /** Stages of one organization that are executed at the same time, in all processes. */
  readonly perOrganization: number;
}

export interface UnfinishedRunOptions {
  readonly stages: Pick<StageStore, 'begin' | 'fail'>;
  readonly limits?: StageLimits;
}

export const unfinishedRunIndexes: readonly IndexSpec[] = [
  ...turnIndexes('turn'),
  { key: { turn: 1, dueAt: 1 } },
  { key: { status: 1, chargeState: 1, dueAt: 1 } },
];

const underWay = { status: { $in: ['pending', 'running'] }, chargeState: 'held' } as const;
const state = { field: 'turn', waiting: 'waiting', taken: 'taken' } as const;

export function createUnfinishedRunStore(
  db: Db,
  relay: Pick<Relay, 'notify'>,
  { stages, limits = { slots: 1, perOrganization: 1 } }: UnfinishedRunOptions,
): UnfinishedRunStore {
  const runs = db.collection<RunDocument>(runCollection);

  const change: Change = async (filter, update) => {
    const { modifiedCount } = await runs.updateOne(filter, update);
    if (modifiedCount === 1) relay.notify(runCollection, filter._id);
    return modifiedCount === 1;
  };

  return {
    ...turnsOf(runs, change, { stages, limits }),
    ...overdueOf(runs, change),
    async end({ run }, now) {
      const stageSlug = currentStage(run)?.slug;
      if (stageSlug === undefined) return false;
      return stages.fail({ run, stageSlug, error: stalledError }, { now, cause: { requestId: newId() } });
    },
  };
}

/** Applies a change that appends events; false when the document is no longer what the filter says. */
type Change = (
  filter: Filter<RunDocument> & { readonly _id: string },
  update: UpdateFilter<RunDocument>,
) => Promise<boolean>;

function turnsOf(
  runs: Collection<RunDocument>,
  change: Change,
  { stages, limits }: Required<UnfinishedRunOptions>,
): WorkTurns<TakenStage> {
  const turns = createTurns({ collection: runs, state, ...limits });
  return {
    take: (now) =>
      turns.next(async ({ id, organizationId }) => {
        const waiting = await runs.findOne({ _id: id, organizationId });
        const stage = waiting === null ? undefined : currentStage(toRun(waiting));
        if (waiting === null || stage === undefined) return undefined;
        const taken = await stages.begin({ organizationId, runId: id, stageSlug: stage.slug }, now);
        if (taken === undefined) return undefined;
        const cause = waiting.cause ?? { requestId: newId() };
        return { id, organizationId, ...taken, stageSlug: stage.slug, cause };
      }),
    leave: ({ organizationId }) => {
      turns.leave(organizationId);
    },
    async renew(unit, now) {
      await runs.updateOne(takenBy(unit), { $set: { dueAt: after(now, leaseMs) } });
    },
    async postpone(unit, until) {
      await runs.updateOne(takenBy(unit), { $set: { dueAt: until } });
    },
    async giveBack(unit, now) {
      await change(takenBy(unit), {
        $set: { turn: 'waiting', dueAt: after(now, overdueAfterMs) },
        $inc: { attempts: -1 },
        ...appendEvents(stageRequested(unit.run, unit.stageSlug, unit.cause)),
      });
    },
  };
}

function overdueOf(
  runs: Collection<RunDocument>,
  change: Change,
): Omit<UnfinishedWork<UnfinishedRun>, 'end'> {
  return {
    async listOverdue(kind, now, limit) {
      const filter = kind === 'taken' ? { turn: kind } : { ...underWay, turn: { $ne: 'taken' as const } };
      const found = await runs
        .find({ ...filter, dueAt: { $not: { $gt: now } } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .toArray();
      return found.map(toUnfinished);
    },
    async isMoving(now) {
      const moving = { turn: 'taken', dueAt: { $gt: now } } as const;
      return (await runs.findOne(moving, { projection: { _id: 1 } })) !== null;
    },
    askAgain(unit, { now, overdueSince }) {
      const stage = unit.hasOutbox ? undefined : currentStage(unit.run);
      const request =
        stage === undefined ? [] : [stageRequested(unit.run, stage.slug, { requestId: newId() })];
      const late = overdueSince === undefined ? {} : { overdueSince };
      return change(asListed(unit), {
        $set: { turn: 'waiting', dueAt: after(now, overdueAfterMs), ...late },
        ...appendEvents(...request),
      });
    },
    async makeOverdue() {
      await runs.updateMany(underWay, { $set: { dueAt: new Date(0) } });
    },
  };
}

/** Nobody else has taken this stage since. */
function takenBy({ id, organizationId, stageSlug, attempts }: TakenStage) {
  const running = { [`stages.${stageSlug}.status`]: 'running' };
  return { _id: id, organizationId, turn: 'taken', attempts, ...running } as const;
}

function asListed({ id, organizationId, run, turn, dueAt }: UnfinishedRun) {
  const { status } = run;
  const missing = { $exists: false } as const;
  return { _id: id, organizationId, status, turn: turn ?? missing, dueAt: dueAt ?? missing };
}

function toUnfinished(document: WithId<RunDocument>): UnfinishedRun {
  const { _id: id, organizationId, turn, dueAt, overdueSince, outbox = [] } = document;
  return {
    id,
    organizationId,
    turn,
    dueAt,
    overdueSince,
    hasOutbox: outbox.length > 0,
    run: toRun(document),
  };
}

function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
