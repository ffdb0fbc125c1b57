import { appendEvents } from '@assay/chassis/mongo/outbox';
import { hours } from '@assay/chassis/units';
import { computeDueAt } from '@assay/chassis/work/redrive';
import type { CrowdResult } from '../../domain/crowd/crowd-result.ts';
import type { Run } from '../../domain/run/run.ts';
import type { RunStage, StageCrowdJob, StageResponse } from '../../domain/stage/stage.ts';
import { responsesRequested, runAwaitsPeople } from '../../events/crowd-stage-events.ts';
import { stageRequested } from '../../events/run-events.ts';
import { closeJob } from './closed-jobs.ts';
import { completedFields, countedResponses, noWork, runningStage, stageFields } from './stage-progress.ts';
import type { StageEnd } from './stage-progress.ts';
import type { RunCollection } from './run-collection.ts';

/** A crowd stage, as it was read. */
interface CrowdStage {
  readonly run: Run;
  readonly stage: RunStage;
}

/** A crowd stage that is to wait for people. */
export interface OpenedStage extends CrowdStage {
  readonly crowdJob: StageCrowdJob;
  /** The number of responses requested in all. */
  readonly requested: number;
}

/** A crowd stage with one more response. */
export interface AnsweredStage extends CrowdStage {
  readonly responses: readonly StageResponse[];
  readonly requested: number;
}

/** A crowd stage that needs no more responses. */
export interface EndedStage extends CrowdStage {
  readonly responses: readonly StageResponse[];
  readonly result: CrowdResult;
  /** The slugs of the stages that are not needed any more. */
  readonly skipped: readonly string[];
  /** The stage that follows. */
  readonly next: RunStage | undefined;
}

/** The writes of crowd stages; false when the stage is no longer as it was read. */
export interface CrowdStages {
  /** Makes a running stage and its run wait for people, and requests their responses. No worker has them from then on. */
  open(opened: OpenedStage, at: StageEnd): Promise<boolean>;
  /** Keeps a further response, and requests more where more are requested than before. */
  goOn(answered: AnsweredStage, at: StageEnd): Promise<boolean>;
  /** Ends the stage with its last response, skips the stages that are not needed, and requests the next one. */
  end(ended: EndedStage, at: StageEnd): Promise<boolean>;
}

export function createCrowdStages({ write }: RunCollection): CrowdStages {
  return {
    open({ run, stage, crowdJob, requested }, { now, cause }) {
      const awaiting = { status: 'awaiting_crowd', updatedAt: now } as const;
      const fields = { ...awaiting, crowdJob, responses: [], responsesWanted: requested };
      const opened = { stage: { ...stage, ...fields }, requested };
      return write(
        { _id: run.id, organizationId: run.organizationId, ...runningStage(run, stage.slug) },
        {
          $set: { ...awaiting, ...stageFields(stage.slug, fields), dueAt: findNextRequest(now) },
          $unset: noWorker,
          ...appendEvents(responsesRequested(run, opened, cause), runAwaitsPeople(run, opened.stage, cause)),
        },
      );
    },
    goOn({ run, stage, responses, requested }, { now, cause }) {
      const isMore = requested > (stage.responsesWanted ?? 0);
      const fields = { responses, responsesWanted: requested, updatedAt: now };
      return write(matchAsRead(run, stage), {
        $set: { updatedAt: now, ...stageFields(stage.slug, fields) },
        ...appendEvents(...(isMore ? [responsesRequested(run, { stage, requested }, cause)] : [])),
      });
    },
    end({ run, stage, responses, result, skipped, next }, { now, cause }) {
      const following = next === undefined ? [] : [stageRequested(run, next.slug, cause)];
      const work = { status: 'running', turn: 'waiting', attempts: 0, dueAt: computeDueAt(now) } as const;
      const closed = closeJob(run, stage, { reason: result.people.endedBy, now, cause });
      const { $push: events, ...since } = appendEvents(closed.event, ...following);
      const skip = { status: 'skipped', completedAt: now, updatedAt: now } as const;
      const skippedFields = Object.fromEntries(
        skipped.flatMap((slug) => Object.entries(stageFields(slug, skip))),
      );
      return write(matchAsRead(run, stage), {
        $set: {
          ...completedFields(stage.slug, result, now),
          ...stageFields(stage.slug, { responses }),
          ...skippedFields,
          ...work,
        },
        ...since,
        $push: { ...events, ...closed.push },
      });
    },
  };
}

const { dueAt: _dueAt, ...noWorker } = noWork;
const repeatAfterMs = hours(1);

/** Returns the time from which the request of a waiting stage is published again. */
export function findNextRequest(requested: Date): Date {
  return new Date(requested.getTime() + repeatAfterMs);
}

/** Matches the stage only if nobody has answered, canceled or restarted since it was read. */
export function matchAsRead({ id, organizationId }: Run, stage: RunStage) {
  const { id: stageId, slug } = stage;
  return {
    _id: id,
    organizationId,
    status: 'awaiting_crowd' as const,
    [`stages.${slug}.status`]: 'awaiting_crowd',
    [`stages.${slug}.id`]: stageId,
    ...countedResponses(stage),
  };
}
