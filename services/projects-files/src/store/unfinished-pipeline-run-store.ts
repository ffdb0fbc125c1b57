import type { Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { appendEvents, outboxIndexes } from '@assay/chassis/mongo/outbox';
import { createOutboxWriter } from '@assay/chassis/mongo/outbox-writer';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { UnfinishedUnit, UnfinishedWork } from '@assay/chassis/work/redrive';
import { askAgainAt } from '../domain/pipeline-run/pipeline-run.ts';
import { pipelineRunOverdue } from '../events/pipeline-run-events.ts';
import { pipelineRunCollection } from './pipeline-run-store.ts';
import type { PipelineRunDocument } from './pipeline-run-store.ts';

interface OpenRun extends UnfinishedUnit {
  readonly document: PipelineRunDocument;
}

export const unfinishedPipelineRunIndexes: readonly IndexSpec[] = [
  ...outboxIndexes,
  { key: { status: 1, dueAt: 1 } },
];

/** Records of runs elsewhere that have stayed open, as work: who does the run is asked what became of it. */
export type UnfinishedPipelineRunStore = UnfinishedWork<OpenRun>;

/** Runs elsewhere, of which an enrichment is none. */
const open = { status: { $in: ['pending', 'running'] }, step: { $gte: 0 } } as const;

/**
 * The end of a run may have been lost on its way. Records of versions before have no due time, and are late.
 */
export function createUnfinishedPipelineRunStore(
  db: Db,
  relay: Pick<Relay, 'notify'>,
): UnfinishedPipelineRunStore {
  const collection = db.collection<PipelineRunDocument>(pipelineRunCollection);
  const write = createOutboxWriter(collection, relay);
  return {
    async listOverdue(state, now, limit) {
      if (state === 'taken') return [];
      const late = collection.find({ ...open, dueAt: { $not: { $gt: now } } }).sort({ dueAt: 1 });
      return (await late.limit(limit).toArray()).map((document) => {
        const { _id: id, organizationId } = document;
        return { id, organizationId, overdueSince: undefined, document };
      });
    },
    isBusy: () => Promise.resolve(false),
    requestAgain({ document }, { now }) {
      const { _id, organizationId, status, createdAt, dueAt } = document;
      // What waits to be published is asked already.
      const asListed = { _id, organizationId, status, dueAt: dueAt ?? null, outboxSince: { $exists: false } };
      return write(asListed, {
        $set: { dueAt: askAgainAt(createdAt, now) },
        ...appendEvents(pipelineRunOverdue({ organizationId, runId: _id }, now)),
      });
    },
    /** Only who does it can say how it ended. */
    end: () => Promise.resolve(false),
    async makeOverdue() {
      await collection.updateMany(open, { $set: { dueAt: new Date(0) } });
    },
  };
}
