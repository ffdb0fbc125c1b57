import type { Db, Document } from 'mongodb';
import type { Clock } from '@assay/chassis/clock';
import { measure } from '@assay/chassis/metrics';
import type { Metrics } from '@assay/chassis/metrics';
import { runProbe } from '@assay/chassis/process/probe';
import { answerCollection } from './answer-store.ts';
import { accepted, hidden, jobCollection } from './job-document.ts';
import { taskCollection } from './task-document.ts';
import { workerCollection } from './worker-store.ts';

/** Work that a sweep does when its time has come. Each kind has an index that begins with its equalities and ends with its time. */
interface DueWork {
  readonly work: string;
  readonly collection: string;
  /** The field with the time since which the work is due. */
  readonly field: string;
  readonly filter: Document;
}

const dueWork: readonly DueWork[] = [
  // Jobs whose creation reserves money and has not ended.
  { work: 'creation', collection: jobCollection, field: 'startedAt', filter: { status: { $in: hidden } } },
  {
    work: 'end',
    collection: jobCollection,
    field: 'validUntil',
    filter: { ...accepted, status: 'assignable' },
  },
  { work: 'expiry', collection: taskCollection, field: 'nextExpiry', filter: {} },
  { work: 'completion', collection: answerCollection, field: 'syncAt', filter: {} },
  {
    work: 'acceptance',
    collection: answerCollection,
    field: 'autoAcceptAt',
    filter: { status: 'pending_review' },
  },
  { work: 'block', collection: workerCollection, field: 'blockChangedAt', filter: {} },
];

/**
 * Measures how long the oldest due work on jobs has waited for its sweep, in seconds, by the kind of work. Processes of role `relay` measure
 * it, so that samples exist even while all workers are down. There is no sample while the database is unavailable.
 */
export function measureCrowdWork(metrics: Metrics, db: Db, clock: Clock): void {
  const gauge = {
    name: 'assay_crowd_lag_seconds',
    help: 'How long the oldest due work on crowd jobs has waited, in seconds, by its kind.',
    labelNames: ['work'] as const,
  };
  measure(metrics, gauge, () =>
    runProbe(() =>
      Promise.all(
        dueWork.map(async (due) => ({
          labels: { work: due.work },
          value: await readLagSeconds(db, due, clock.now()),
        })),
      ),
    ),
  );
}

/** Reads the first entry of one index. */
async function readLagSeconds(db: Db, { collection, field, filter }: DueWork, now: Date): Promise<number> {
  const oldest = await db
    .collection(collection)
    .findOne(
      { ...filter, [field]: { $lte: now } },
      { sort: { [field]: 1 }, projection: { _id: 0, [field]: 1 } },
    );
  const since: unknown = oldest?.[field];
  return since instanceof Date ? (now.getTime() - since.getTime()) / 1_000 : 0;
}
