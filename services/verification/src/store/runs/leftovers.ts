import type { UpdateFilter } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { Run } from '../../domain/run/run.ts';
import { stageOf } from '../../domain/run/run.ts';
import { stagePrefix } from '../../domain/stage/records/stage-prefix.ts';
import type { Leftover, RunDocument } from './run-document.ts';
import type { RunCollection } from './run-collection.ts';

export const leftoverIndexes: readonly IndexSpec[] = [
  { key: { 'leftovers.since': 1 }, name: 'leftovers_since', sparse: true },
];

export interface RunLeftover extends Leftover {
  readonly runId: string;
  readonly organizationId: string;
}

/** Objects of stages that ended in vain, of every organization. */
export interface Leftovers {
  /** Those whose stage ended before then. */
  list(before: Date, limit: number): Promise<readonly RunLeftover[]>;
  forget(leftover: RunLeftover): Promise<void>;
}

export function createLeftovers({ runs }: RunCollection): Leftovers {
  return {
    async list(before, limit) {
      const found = await runs
        .find({ 'leftovers.since': { $lt: before } }, { projection: { organizationId: 1, leftovers: 1 } })
        .limit(limit)
        .toArray();
      return found.flatMap(({ _id: runId, organizationId, leftovers = [] }) =>
        leftovers
          .filter(({ since }) => since < before)
          .map((leftover) => ({ runId, organizationId, ...leftover })),
      );
    },
    async forget({ runId: _id, organizationId, prefix }) {
      await runs.updateOne({ _id, organizationId }, { $pull: { leftovers: { prefix } } });
    },
  };
}

/** The part of an update that notes what a stage which ends in vain may have stored; nothing when it was never begun. */
export function noteLeftovers(
  run: Run,
  stageSlug: string,
  since: Date,
): Pick<UpdateFilter<RunDocument>, '$addToSet'> {
  const startedAt = stageOf(run, stageSlug)?.startedAt ?? null;
  if (startedAt === null) return {};
  return { $addToSet: { leftovers: { prefix: stagePrefix(run, stageSlug), since } } };
}
