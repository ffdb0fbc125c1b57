import type { WorkDocument } from '@assay/chassis/work/work-documents';
import type { Cause, Run } from '../../domain/run/run.ts';
import type { EndedBy, RunStage } from '../../domain/stage/stage.ts';

/**
 * `unpaid`: inserted, its money not yet held, so nobody may see it. `held`: the hold is placed, the run is accepted.
 * `abandoned`: its start never came to an end, its hold is being released, and it can no longer be accepted.
 * `removed`: it completed and went with its project; what is left of it says what it cost, should billing ask.
 * What becomes of the hold of an accepted run is billing's, told by RunCompleted and RunFailed.
 */
export type ChargeState = 'unpaid' | 'held' | 'abandoned' | 'removed';

/** Objects that nobody needs. */
export interface Leftover {
  /** What their keys begin with. */
  readonly prefix: string;
  /** When their stage ended; a worker may still have stored some after it. */
  readonly since: Date;
}

/** The end of one attempt at a run. */
export interface RunEnd extends Pick<Run, 'attempt' | 'holdId' | 'error' | 'charge'> {
  readonly status: 'completed' | 'failed';
  readonly at: Date;
}

/** A crowd job that needed no more answers. */
export interface ClosedJob {
  readonly stageId: string;
  readonly crowdJobId: string;
  readonly reason: EndedBy;
  readonly holdId: string;
  readonly at: Date;
}

type LaterField = 'pipelineVersion' | 'holdId' | 'attempt' | 'leadRunId' | 'isSingleFileRun' | 'crowd';

export interface RunDocument extends Omit<Run, 'id' | 'stages' | LaterField>, WorkDocument {
  /** Missing in runs from before. */
  readonly pipelineVersion?: string;
  readonly holdId?: string;
  readonly attempt?: number;
  readonly leadRunId?: string;
  readonly isSingleFileRun?: boolean;
  readonly crowd?: Run['crowd'];
  /** Of a failed run that is being restarted: what is to hold its money. */
  readonly restartHoldId?: string;
  /** By slug, so that an update names its stage by path. */
  readonly stages: Readonly<Record<string, RunStage>>;
  readonly chargeState: ChargeState;
  /** What stages that ended in vain may have stored; missing while none has. */
  readonly leftovers?: readonly Leftover[];
  /** The last attempts that ended, oldest first. `redrive` publishes their events again. Missing if all ended in earlier versions. */
  readonly ends?: RunEnd[];
  /** The last crowd jobs that were closed, oldest first. `redrive` publishes their events again. Missing while there is none. */
  readonly closedJobs?: ClosedJob[];
  /** Missing unless it was removed. */
  readonly removedAt?: Date;
  /** The call that started it; missing in runs from before. */
  readonly cause?: Cause;
  /** Whether its current stage waits for a worker or was taken by one; missing when it has ended, and in runs from before. */
  readonly turn?: 'waiting' | 'taken';
}

export function toDocument({ id, stages, ...run }: Run, chargeState: ChargeState): RunDocument {
  return { _id: id, ...run, stages: stagesBySlug(stages), chargeState, outbox: [] };
}

export function stagesBySlug(stages: readonly RunStage[]): RunDocument['stages'] {
  return Object.fromEntries(stages.map((stage) => [stage.slug, stage]));
}

/** Of a call no more than what travels on. */
export function causeOf({ requestId, traceparent }: Cause): Cause {
  return traceparent === undefined ? { requestId } : { requestId, traceparent };
}

export function toRun(document: Omit<RunDocument, 'outbox' | 'chargeState'>): Run {
  const { _id, organizationId, projectId, pipelineSlug, status, files, contextId, contextData } = document;
  const { conclusion, error, startedBy, costCents, createdAt, updatedAt, completedAt } = document;
  return {
    id: _id,
    organizationId,
    projectId,
    pipelineSlug,
    pipelineVersion: document.pipelineVersion ?? '',
    status,
    files,
    contextId,
    contextData,
    stages: Object.values(document.stages).sort((one, other) => one.order - other.order),
    crowd: document.crowd ?? null,
    conclusion,
    error,
    startedBy,
    costCents,
    ...(document.charge === undefined ? {} : { charge: document.charge }),
    holdId: document.holdId ?? '',
    attempt: document.attempt ?? 1,
    leadRunId: document.leadRunId ?? _id,
    isSingleFileRun: document.isSingleFileRun ?? false,
    createdAt,
    updatedAt,
    completedAt,
  };
}
