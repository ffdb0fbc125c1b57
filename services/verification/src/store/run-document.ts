import type { OutboxDocument } from '@assay/chassis/mongo/outbox';
import type { Run, RunStage } from '../domain/run.ts';

/**
 * `unpaid`: inserted, its money not yet held, so nobody may see it. `held`: the hold is placed, the run is accepted.
 * What becomes of the hold is billing's, told by RunCompleted and RunFailed.
 */
export type ChargeState = 'unpaid' | 'held';

export interface RunDocument extends Omit<Run, 'id' | 'stages'>, OutboxDocument {
  readonly _id: string;
  readonly stages: readonly RunStage[];
  readonly chargeState: ChargeState;
}

export function toDocument({ id, ...run }: Run, chargeState: ChargeState): RunDocument {
  return { _id: id, ...run, chargeState, outbox: [] };
}

export function toRun(document: Omit<RunDocument, 'outbox' | 'chargeState'>): Run {
  const { _id, organizationId, projectId, pipelineSlug, status, files, contextId, contextData } = document;
  const { conclusion, error, startedBy, costCents, createdAt, updatedAt, completedAt } = document;
  return {
    id: _id,
    organizationId,
    projectId,
    pipelineSlug,
    status,
    files,
    contextId,
    contextData,
    stages: document.stages,
    conclusion,
    error,
    startedBy,
    costCents,
    createdAt,
    updatedAt,
    completedAt,
  };
}
