import type { Db, Filter, WithId } from 'mongodb';
import { appendEvents } from '@assay/chassis/mongo/outbox';
import type { Relay } from '@assay/chassis/mongo/relay';
import { overdueAfterMs, stalledError } from '@assay/chassis/redrive';
import type { UnfinishedUnit, UnfinishedWork } from '@assay/chassis/redrive';
import { newId } from '@assay/chassis/ids';
import { currentStage } from '../domain/run/run.ts';
import type { Run } from '../domain/run/run.ts';
import { stageRequested } from '../events/run-events.ts';
import { toRun } from './run-document.ts';
import type { RunDocument } from './run-document.ts';
import { runCollection } from './run-store.ts';
import type { StageStore } from './stage-store.ts';

/** A run that is under way, as it was listed. */
export interface UnfinishedRun extends UnfinishedUnit {
  readonly run: Run;
  readonly dueAt: Date | undefined;
  /** Whether an event of it still waits to be published. */
  readonly hasOutbox: boolean;
}

/** Runs whose next stage waits for a worker, is being executed, or was forgotten. Those that await the crowd are not meant. */
export type UnfinishedRunStore = UnfinishedWork<UnfinishedRun>;

const underWay = { status: { $in: ['pending', 'running'] }, chargeState: 'held' } as const;

export function createUnfinishedRunStore(
  db: Db,
  relay: Pick<Relay, 'notify'>,
  stages: Pick<StageStore, 'fail'>,
): UnfinishedRunStore {
  const runs = db.collection<RunDocument>(runCollection);
  return {
    async listOverdue(now, limit) {
      const found = await runs
        .find({ ...underWay, dueAt: { $not: { $gt: now } } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .toArray();
      return found.map(toUnfinished);
    },
    async isMoving(now) {
      const moving = { status: 'running', chargeState: 'held', dueAt: { $gt: now } } as const;
      return (await runs.findOne(moving, { projection: { _id: 1 } })) !== null;
    },
    async askAgain(unit, { now, overdueSince }) {
      const { id, run, hasOutbox } = unit;
      const stage = hasOutbox ? undefined : currentStage(run);
      const request = stage === undefined ? [] : [stageRequested(run, stage.slug, { requestId: newId() })];
      const { modifiedCount } = await runs.updateOne(asListed(unit), {
        $set: {
          dueAt: new Date(now.getTime() + overdueAfterMs),
          ...(overdueSince === undefined ? {} : { overdueSince }),
        },
        ...appendEvents(...request),
      });
      if (modifiedCount === 1) relay.notify(runCollection, id);
      return modifiedCount === 1;
    },
    async end({ run }, now) {
      const stageSlug = currentStage(run)?.slug;
      if (stageSlug === undefined) return false;
      return stages.fail({ run, stageSlug, error: stalledError }, { now, cause: { requestId: newId() } });
    },
    async makeOverdue() {
      await runs.updateMany(underWay, { $set: { dueAt: new Date(0) } });
    },
  };
}

function asListed({ id, organizationId, run, dueAt }: UnfinishedRun): Filter<RunDocument> {
  return { _id: id, organizationId, status: run.status, dueAt: dueAt ?? { $exists: false } };
}

function toUnfinished(document: WithId<RunDocument>): UnfinishedRun {
  const { _id: id, organizationId, dueAt, overdueSince, outbox = [] } = document;
  return { id, organizationId, dueAt, overdueSince, hasOutbox: outbox.length > 0, run: toRun(document) };
}
