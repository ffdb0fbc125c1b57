import type { Collection, Filter } from 'mongodb';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import { appendEvents, outboxIndexes, withoutOutbox } from '@assay/chassis/mongo/outbox';
import type { Page, PageOf } from '@assay/chassis/pagination';
import { computeDueAt } from '@assay/chassis/work/redrive';
import type { Cause, Run, RunFilter, RunTally } from '../../domain/run/run.ts';
import { runEnded, runStarted, stageRequested } from '../../events/run-events.ts';
import { causeOf, toDocument, toRun } from './run-document.ts';
import type { ChargeState, RunDocument } from './run-document.ts';
import type { RunCollection } from './run-collection.ts';

const project = { organizationId: 1, projectId: 1, chargeState: 1 } as const;
const notAccepted: ChargeState[] = ['unpaid', 'abandoned'];
const accepted: ChargeState[] = ['held', 'removed'];

export const runIndexes: readonly IndexSpec[] = [
  ...outboxIndexes,
  { key: { ...project, ...newestFirst.sort } },
  { key: { ...project, status: 1, ...newestFirst.sort } },
  { key: { ...project, pipelineSlug: 1, ...newestFirst.sort } },
  { key: { ...project, status: 1, pipelineSlug: 1, ...newestFirst.sort } },
  { key: { ...project, pipelineSlug: 1, status: 1, 'conclusion.verdict': 1 } },
  { key: { chargeState: 1, createdAt: 1 } },
];

/** Runs as clients see them: accepted ones of one organization. */
export interface RunRecords {
  /** Adds a run nobody sees until its money is held; false when there is one of that id already. */
  insertUnpaid(run: Run): Promise<boolean>;
  /** Resumes a start that did not come to its end, which begins anew at `now`; undefined when there is none. */
  resumeUnpaid(organizationId: string, runId: string, now: Date): Promise<Run | undefined>;
  /** Accepts the run: visible from now on, and its first stage requested. False when it is gone or was accepted. */
  accept(run: Run, cause: Cause): Promise<boolean>;
  /** Abandons a start that began before then: it is not accepted any more. False when it was, or is gone. */
  abandon(organizationId: string, runId: string, before: Date): Promise<boolean>;
  /** Removes a run that was never accepted; an accepted one stays. */
  removeUnpaid(organizationId: string, runId: string): Promise<void>;
  find(organizationId: string, runId: string): Promise<Run | undefined>;
  /** The same, and a completed one that went with its project, of which little more is left than what it cost. */
  findForHold(organizationId: string, runId: string): Promise<Run | undefined>;
  /** Whether there is a run of that id whose start has not come to its end. */
  isUnaccepted(organizationId: string, runId: string): Promise<boolean>;
  /** Publishes once more how a run ended. */
  tellEnd(run: Run, cause: Cause): Promise<void>;
  /** Newest first, without stages. */
  list(organizationId: string, filter: RunFilter, page: Page): Promise<PageOf<Run>>;
  count(organizationId: string, projectId: string): Promise<number>;
  /** How many runs of a project there are of each pipeline, status and verdict. */
  tally(organizationId: string, projectId: string): Promise<readonly RunTally[]>;
  /** Of every organization: runs whose start never came to an end. */
  listUnpaidBefore(before: Date, limit: number): Promise<readonly UnpaidRun[]>;
}

export type UnpaidRun = Pick<Run, 'id' | 'organizationId' | 'leadRunId'>;

export function createRunRecords({ runs, write }: RunCollection): RunRecords {
  return {
    insertUnpaid: (run) => insertNew(runs, toDocument(run, 'unpaid')),
    async resumeUnpaid(organizationId, runId, now) {
      const filter = { _id: runId, organizationId, chargeState: 'unpaid' } as const;
      const change = { $set: { createdAt: now, updatedAt: now } };
      const found = await runs.findOneAndUpdate(filter, change, { returnDocument: 'after' });
      return found === null ? undefined : toRun(found);
    },
    accept(run, cause) {
      const { id, organizationId } = run;
      const filter = { _id: id, organizationId, chargeState: 'unpaid' } as const;
      const first = run.stages.slice(0, 1).map(({ slug }) => stageRequested(run, slug, cause));
      const events = appendEvents(runStarted(run, cause), ...first);
      const dueAt = computeDueAt(run.createdAt);
      const work = { turn: 'waiting', attempts: 0, dueAt, cause: causeOf(cause) } as const;
      return write(filter, { $set: { chargeState: 'held', ...work }, ...events });
    },
    async abandon(organizationId, runId, before) {
      const unaccepted = { _id: runId, organizationId, chargeState: { $in: notAccepted } };
      const filter = { ...unaccepted, createdAt: { $lt: before } };
      return (await runs.updateOne(filter, { $set: { chargeState: 'abandoned' } })).matchedCount === 1;
    },
    async removeUnpaid(organizationId, runId) {
      await runs.deleteOne({ _id: runId, organizationId, chargeState: { $in: notAccepted } });
    },
    async find(organizationId, runId) {
      const found = await runs.findOne({ _id: runId, organizationId, chargeState: 'held' });
      return found === null ? undefined : toRun(found);
    },
    async findForHold(organizationId, runId) {
      const found = await runs.findOne({ _id: runId, organizationId, chargeState: { $in: accepted } });
      return found === null ? undefined : toRun(found);
    },
    async isUnaccepted(organizationId, runId) {
      const filter = { _id: runId, organizationId, chargeState: { $in: notAccepted } };
      return (await runs.findOne(filter, { projection: { _id: 1 } })) !== null;
    },
    async tellEnd(run, cause) {
      const { id, organizationId, status } = run;
      await write({ _id: id, organizationId, status }, appendEvents(runEnded(run, cause)));
    },
    list: (organizationId, filter, page) => listRuns(runs, visible(organizationId, filter), page),
    count: (organizationId, projectId) => runs.countDocuments(visible(organizationId, { projectId })),
    tally: (organizationId, projectId) => tallyRuns(runs, visible(organizationId, { projectId })),
    listUnpaidBefore: (before, limit) => listUnpaidBefore(runs, before, limit),
  };
}

/** Reads an index and no document. */
async function tallyRuns(
  runs: Collection<RunDocument>,
  filter: Filter<RunDocument>,
): Promise<readonly RunTally[]> {
  const of = { pipelineSlug: '$pipelineSlug', status: '$status', verdict: '$conclusion.verdict' };
  const found = runs.aggregate<{ _id: Omit<RunTally, 'count'>; count: number }>([
    { $match: filter },
    { $group: { _id: of, count: { $sum: 1 } } },
  ]);
  return (await found.toArray()).map(({ _id, count }) => ({ ..._id, count }));
}

async function listUnpaidBefore(
  runs: Collection<RunDocument>,
  before: Date,
  limit: number,
): Promise<readonly UnpaidRun[]> {
  const found = await runs
    .find(
      { chargeState: { $in: notAccepted }, createdAt: { $lt: before } },
      { projection: { organizationId: 1, leadRunId: 1 } },
    )
    .limit(limit)
    .toArray();
  return found.map(({ _id: id, organizationId, leadRunId = id }) => ({ id, organizationId, leadRunId }));
}

function visible(
  organizationId: string,
  { projectId, status, pipelineSlug }: RunFilter,
): Filter<RunDocument> {
  return {
    organizationId,
    projectId,
    chargeState: 'held',
    ...(status === undefined ? {} : { status }),
    ...(pipelineSlug === undefined ? {} : { pipelineSlug }),
  };
}

async function listRuns(
  runs: Collection<RunDocument>,
  filter: Filter<RunDocument>,
  page: Page,
): Promise<PageOf<Run>> {
  const query = { filter, order: newestFirst, projection: { stages: 0, ...withoutOutbox } };
  const { items, ...facts } = await findPage(runs, query, page);
  return { items: items.map((document) => toRun({ ...document, stages: {} })), ...facts };
}
