import type { OutboxEntry } from '@assay/chassis/events/event';
import { newId } from '@assay/chassis/ids';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { Cause, Run } from '../../domain/run/run.ts';
import type { EndedBy, RunStage } from '../../domain/stage/stage.ts';
import { responsesClosed } from '../../events/crowd-stage-events.ts';
import type { ClosedJob } from './run-document.ts';
import type { RunCollection } from './run-collection.ts';

export const closedJobIndexes: readonly IndexSpec[] = [
  { key: { 'closedJobs.at': 1 }, name: 'closed_jobs_at', sparse: true },
];

/** Jobs before the last ones are not published again. */
const maxJobs = 10;

/** Builds the parts of an update that close the job of a stage: its event, and the record from which `listEvents` builds the same event. */
export function closeJob(
  { id: runId, organizationId, holdId }: Run,
  { id: stageId, crowdJob }: RunStage,
  { reason, now, cause }: { readonly reason: EndedBy; readonly now: Date; readonly cause: Cause },
) {
  const job: ClosedJob = { stageId, crowdJobId: crowdJob?.id ?? '', reason, holdId, at: now };
  const event = responsesClosed({ runId, organizationId, ...job }, cause);
  return { event, push: { closedJobs: { $each: [job], $slice: -maxJobs } } };
}

/** The closed crowd jobs of runs, of every organization. */
export interface ClosedJobs {
  /** Builds the events of the jobs that verification closed at or after `since` once more, in no order. */
  listEvents(since: Date): AsyncIterable<OutboxEntry>;
}

export function createClosedJobs({ runs }: RunCollection): ClosedJobs {
  const projection = { organizationId: 1, closedJobs: 1, cause: 1 } as const;
  return {
    async *listEvents(since) {
      for await (const document of runs.find({ 'closedJobs.at': { $gte: since } }, { projection })) {
        const { _id: runId, organizationId, closedJobs = [], cause = { requestId: newId() } } = document;
        for (const job of closedJobs) {
          if (job.at >= since) yield responsesClosed({ runId, organizationId, ...job }, cause, job.at);
        }
      }
    },
  };
}
