import { appendEvents } from '@assay/chassis/mongo/outbox';
import { hours } from '@assay/chassis/units';
import { computeDueAt } from '@assay/chassis/work/redrive';
import { stageAfter } from '../../domain/run/run.ts';
import type { Run } from '../../domain/run/run.ts';
import type { RunStage, StageResponse, StageResult } from '../../domain/stage/stage.ts';
import { responsesClosed, responsesRequested, stageRequested } from '../../events/run-events.ts';
import { completedFields, noWork, runningStage, stageFields } from './stage-progress.ts';
import type { StageEnd } from './stage-progress.ts';
import type { RunCollection } from './run-collection.ts';

/** A stage that asks people, as it was read, with the responses it is to have. */
export interface AskingStage {
  readonly run: Run;
  readonly stage: RunStage;
  readonly responses: readonly StageResponse[];
}

type Asked = AskingStage & {
  /** How many responses are wanted in all. */
  readonly wanted: number;
};

/** What becomes of stages that ask people; false when the stage is no longer as it was read. */
export interface CrowdStages {
  /** Lets a running stage ask: stage and run await people, and are no work of ours until they have answered. */
  ask(asked: Asked, at: StageEnd): Promise<boolean>;
  /** Keeps a further response, and asks for more where more are wanted than before. */
  goOn(asked: Asked, at: StageEnd): Promise<boolean>;
  /** Ends the stage with its last response, and requests the next one. */
  end(ended: AskingStage & { readonly result: StageResult }, at: StageEnd): Promise<boolean>;
}

export function createCrowdStages({ write }: RunCollection): CrowdStages {
  return {
    ask({ run, stage, responses, wanted }, { now, cause }) {
      const awaiting = { status: 'awaiting_crowd', updatedAt: now } as const;
      const fields = stageFields(stage.slug, { ...awaiting, responses, responsesWanted: wanted });
      return write(
        { _id: run.id, organizationId: run.organizationId, ...runningStage(run, stage.slug) },
        {
          $set: { ...awaiting, ...fields, dueAt: askAgainFrom(now) },
          $unset: noWorker,
          ...appendEvents(responsesRequested(run, { stage, wanted }, cause)),
        },
      );
    },
    goOn({ run, stage, responses, wanted }, { now, cause }) {
      const isMore = wanted > (stage.responsesWanted ?? 0);
      const fields = { responses, responsesWanted: wanted, updatedAt: now };
      return write(asRead(run, stage), {
        $set: { updatedAt: now, ...stageFields(stage.slug, fields) },
        ...appendEvents(...(isMore ? [responsesRequested(run, { stage, wanted }, cause)] : [])),
      });
    },
    end({ run, stage, responses, result }, { now, cause }) {
      const next = stageAfter(run, stage.slug);
      const requested = next === undefined ? [] : [stageRequested(run, next.slug, cause)];
      const work = { status: 'running', turn: 'waiting', attempts: 0, dueAt: computeDueAt(now) } as const;
      return write(asRead(run, stage), {
        $set: {
          ...completedFields(stage.slug, result, now),
          ...stageFields(stage.slug, { responses }),
          ...work,
        },
        ...appendEvents(responsesClosed(run, stage, cause), ...requested),
      });
    },
  };
}

const { dueAt: _dueAt, ...noWorker } = noWork;
const askAgainAfterMs = hours(1);

/** When people are asked again who were asked then. */
export function askAgainFrom(asked: Date): Date {
  return new Date(asked.getTime() + askAgainAfterMs);
}

/** Nobody has answered, canceled or restarted since. */
export function asRead({ id, organizationId }: Run, { id: stageId, slug, responses = [] }: RunStage) {
  return {
    _id: id,
    organizationId,
    status: 'awaiting_crowd' as const,
    [`stages.${slug}.status`]: 'awaiting_crowd',
    [`stages.${slug}.id`]: stageId,
    [`stages.${slug}.responses`]: { $size: responses.length },
  };
}
