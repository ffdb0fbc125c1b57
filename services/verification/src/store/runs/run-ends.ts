import type { OutboxEntry } from '@assay/chassis/events/event';
import { newId } from '@assay/chassis/ids';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { appendEvents, withoutOutbox } from '@assay/chassis/mongo/outbox';
import type { Cause, Run } from '../../domain/run/run.ts';
import { runEnded } from '../../events/run-events.ts';
import { toRun } from './run-document.ts';
import type { RunEnd } from './run-document.ts';
import type { RunCollection } from './run-collection.ts';

export const runEndIndexes: readonly IndexSpec[] = [{ key: { 'ends.at': 1 }, name: 'ends_at', sparse: true }];

/** Attempts before the last ones are not published again. */
const maxEnds = 10;

/** Builds the part of an update that ends a run: its event after the others, and the record from which `listEvents` builds the same event. */
export function appendEnd(
  run: Run & Pick<RunEnd, 'status'>,
  cause: Cause,
  others: readonly OutboxEntry[] = [],
) {
  const { attempt, holdId, status, error, charge, updatedAt: at } = run;
  const { $push: events, ...since } = appendEvents(...others, runEnded(run, cause));
  const end: RunEnd = { attempt, holdId, status, error, at, ...(charge === undefined ? {} : { charge }) };
  return { $push: { ...events, ends: { $each: [end], $slice: -maxEnds } }, ...since };
}

/** The ends of runs, of every organization. */
export interface RunEnds {
  /** Builds the events of the attempts that ended at or after `since` once more, in no order. */
  listEvents(since: Date): AsyncIterable<OutboxEntry>;
}

export function createRunEnds({ runs }: RunCollection): RunEnds {
  const projection = { stages: 0, contextData: 0, 'conclusion.report': 0, ...withoutOutbox };
  return {
    async *listEvents(since) {
      for await (const document of runs.find({ 'ends.at': { $gte: since } }, { projection })) {
        const run = toRun({ ...document, stages: {} });
        const cause = document.cause ?? { requestId: newId() };
        for (const { at, ...end } of document.ends ?? []) {
          if (at >= since) yield runEnded({ ...run, ...end, updatedAt: at }, cause, at);
        }
      }
    },
  };
}
