import { newId } from '@assay/chassis/ids';
import { appendEvents } from '@assay/chassis/mongo/outbox';
import type { UnfinishedUnit, UnfinishedWork } from '@assay/chassis/work/redrive';
import { responsesRequested } from '../../events/crowd-stage-events.ts';
import { findNextRequest, matchAsRead } from './crowd-stages.ts';
import { toRun } from './run-document.ts';
import type { RunDocument } from './run-document.ts';
import type { RunCollection } from './run-collection.ts';

interface OpenQuestion extends UnfinishedUnit {
  readonly document: RunDocument;
}

/** What people were asked and have not answered, as work: it is asked again, since the request may have been lost on its way. */
export type OpenQuestions = UnfinishedWork<OpenQuestion>;

const awaiting = { status: 'awaiting_crowd', chargeState: 'held' } as const;

/**
 * Runs that await people since versions before have no due time, and are late. They are found by the index of unfinished runs.
 */
export function createOpenQuestions({ runs, write }: RunCollection): OpenQuestions {
  return {
    async listOverdue(state, now, limit) {
      if (state === 'taken') return [];
      const late = runs.find({ ...awaiting, dueAt: { $not: { $gt: now } } }).sort({ dueAt: 1 });
      return (await late.limit(limit).toArray()).map((document) => {
        const { _id: id, organizationId } = document;
        return { id, organizationId, overdueSince: undefined, document };
      });
    },
    isBusy: () => Promise.resolve(false),
    async requestAgain({ document }, { now }) {
      const run = toRun(document);
      const stage = run.stages.find(({ status }) => status === 'awaiting_crowd');
      if (stage === undefined) return false;
      const asked = { stage, requested: stage.responsesWanted ?? 0 };
      // What waits to be published is asked already.
      const asListed = { ...matchAsRead(run, stage), outboxSince: { $exists: false } };
      return write(
        { ...asListed, ...(document.dueAt === undefined ? {} : { dueAt: document.dueAt }) },
        {
          $set: { dueAt: findNextRequest(now) },
          ...appendEvents(responsesRequested(run, asked, { requestId: newId() })),
        },
      );
    },
    /** People may take as long as they like. */
    end: () => Promise.resolve(false),
    async makeOverdue() {
      await runs.updateMany(awaiting, { $set: { dueAt: new Date(0) } });
    },
  };
}
