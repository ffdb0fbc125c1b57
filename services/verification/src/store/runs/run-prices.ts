import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { Run } from '../../domain/run/run.ts';
import type { RunCollection } from './run-collection.ts';

export const runPriceIndexes: readonly IndexSpec[] = [
  {
    key: { pipelineSlug: 1, pipelineVersion: 1, 'crowd.unpaid': 1, status: 1, completedAt: -1 },
    name: 'prices_of_paid_answers',
    partialFilterExpression: { 'crowd.unpaid': false },
  },
];

export type ChargedRun = Pick<Run, 'organizationId' | 'costCents'>;

/** The prices of runs, of every organization. */
export interface RunPrices {
  /** Lists the last completed runs of one version of a pipeline with paid answers, newest first. */
  listLast(of: Pick<Run, 'pipelineSlug' | 'pipelineVersion'>, limit: number): Promise<readonly ChargedRun[]>;
}

export function createRunPrices({ runs }: RunCollection): RunPrices {
  return {
    async listLast({ pipelineSlug, pipelineVersion }, limit) {
      const paid = { pipelineSlug, pipelineVersion, 'crowd.unpaid': false, status: 'completed' } as const;
      return runs
        .find(paid, { projection: { _id: 0, organizationId: 1, costCents: 1 } })
        .sort({ completedAt: -1 })
        .limit(limit)
        .toArray();
    },
  };
}
