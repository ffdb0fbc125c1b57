import type { Db } from 'mongodb';
import { createOutboxWriter } from '@assay/chassis/mongo/outbox-writer';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { WorkLimits } from '@assay/chassis/work/work-documents';
import { createClosedJobs } from './closed-jobs.ts';
import type { ClosedJobs } from './closed-jobs.ts';
import { createCrowdStages } from './crowd-stages.ts';
import type { CrowdStages } from './crowd-stages.ts';
import { createLeftovers } from './leftovers.ts';
import type { Leftovers } from './leftovers.ts';
import { createOpenQuestions } from './open-questions.ts';
import type { OpenQuestions } from './open-questions.ts';
import { createRunChanges } from './run-changes.ts';
import type { RunChanges } from './run-changes.ts';
import { runCollection } from './run-collection.ts';
import { createRunControls } from './run-controls.ts';
import type { RunControls } from './run-controls.ts';
import type { RunDocument } from './run-document.ts';
import { createRunEnds } from './run-ends.ts';
import type { RunEnds } from './run-ends.ts';
import { createRunPrices } from './run-prices.ts';
import type { RunPrices } from './run-prices.ts';
import { createRunRecords } from './run-records.ts';
import type { RunRecords } from './run-records.ts';
import { createRunRemovals } from './run-removals.ts';
import type { RunRemovals } from './run-removals.ts';
import { createStageProgress } from './stage-progress.ts';
import type { StageProgress } from './stage-progress.ts';
import { createUnfinishedRuns } from './unfinished-runs.ts';
import type { UnfinishedRuns } from './unfinished-runs.ts';

/** All that is read and written of runs. A run, its stages and its outbox are one document, so that each write is one update. */
export interface RunStore {
  readonly runs: RunRecords;
  readonly runChanges: RunChanges;
  readonly runControls: RunControls;
  readonly runRemovals: RunRemovals;
  readonly runEnds: RunEnds;
  readonly stages: StageProgress;
  readonly crowdStages: CrowdStages;
  readonly closedJobs: ClosedJobs;
  readonly runPrices: RunPrices;
  readonly openQuestions: OpenQuestions;
  readonly unfinishedRuns: UnfinishedRuns;
  readonly leftovers: Leftovers;
}

/** @param limits of the stages that are executed at the same time; one at a time where none are needed */
export function createRunStore(db: Db, relay: Pick<Relay, 'notify'>, limits?: WorkLimits): RunStore {
  const runs = db.collection<RunDocument>(runCollection);
  const collection = { runs, write: createOutboxWriter(runs, relay), relay };
  const stages = createStageProgress(collection);
  return {
    stages,
    runs: createRunRecords(collection),
    runChanges: createRunChanges(collection),
    runControls: createRunControls(collection),
    runRemovals: createRunRemovals(collection),
    runEnds: createRunEnds(collection),
    crowdStages: createCrowdStages(collection),
    closedJobs: createClosedJobs(collection),
    runPrices: createRunPrices(collection),
    openQuestions: createOpenQuestions(collection),
    unfinishedRuns: createUnfinishedRuns(collection, { stages, limits }),
    leftovers: createLeftovers(collection),
  };
}
